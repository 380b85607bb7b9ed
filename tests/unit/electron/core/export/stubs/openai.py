"""Stands for the openai library where it is not installed: what snippets use of it, and nothing else.

Every call sends its request with urllib. A name that the library does not have, or an argument that a method does not
take, is an error.
"""

import json
import urllib.parse
import urllib.request
import uuid


class Omit:
    """Stands for a header that is not to be sent."""


class Stream:
    def __class_getitem__(cls, item):
        return cls


class _Answer:
    def __init__(self, data):
        self.data = data

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def stream_to_file(self, name):
        self.write_to_file(name)

    def write_to_file(self, name):
        with open(name, "wb") as file:
            file.write(self.data)

    def __iter__(self):
        return iter(line for line in self.data.decode().split("\n") if line.startswith("data: {"))


METHODS = {
    "chat.completions.create": ("/chat/completions", "messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens metadata modalities n parallel_tool_calls prediction presence_penalty reasoning_effort response_format seed service_tier stop store stream stream_options temperature tool_choice tools top_logprobs top_p user"),
    "responses.create": ("/responses", "include input instructions max_output_tokens metadata model parallel_tool_calls previous_response_id reasoning store stream temperature text tool_choice tools top_p truncation user"),
    "embeddings.create": ("/embeddings", "input model dimensions encoding_format user"),
    "images.generate": ("/images/generations", "prompt background model moderation n output_compression output_format partial_images quality response_format size stream style user"),
    "images.edit": ("/images/edits", "image prompt background input_fidelity mask model n output_compression output_format partial_images quality response_format size stream user"),
    "audio.speech.with_streaming_response.create": ("/audio/speech", "input model voice instructions response_format speed stream_format"),
    "audio.transcriptions.create": ("/audio/transcriptions", "file model chunking_strategy include language prompt response_format stream temperature timestamp_granularities"),
    "audio.translations.create": ("/audio/translations", "file model prompt response_format temperature"),
    "models.list": ("/models", ""),
    "videos.retrieve": ("/videos/{}", ""),
    "videos.download_content": ("/videos/{}/content", ""),
    "videos.remix": ("/videos/{}/remix", "prompt"),
}
READING = {"models.list", "videos.retrieve", "videos.download_content"}
FORMS = {"images.edit", "audio.transcriptions.create", "audio.translations.create"}
REQUIRED = {
    "images.edit": {"image", "prompt"},
    "audio.transcriptions.create": {"file", "model"},
    "audio.translations.create": {"file", "model"},
    "chat.completions.create": {"messages", "model"},
    "embeddings.create": {"input", "model"},
    "audio.speech.with_streaming_response.create": {"input", "model", "voice"},
}


class _Method:
    def __init__(self, client, name):
        self._client = client
        self._name = name

    def __getattr__(self, name):
        longer = f"{self._name}.{name}" if self._name else name
        if not any(known == longer or known.startswith(longer + ".") for known in METHODS):
            raise AttributeError(longer)
        return _Method(self._client, longer)

    def __call__(self, *path, extra_body=None, extra_headers=None, **given):
        template, takes = METHODS[self._name]
        unknown = set(given) - set(takes.split())
        missing = REQUIRED.get(self._name, set()) - set(given)
        if unknown or missing or len(path) != template.count("{}"):
            raise TypeError(f"{self._name}: unknown {unknown}, missing {missing}, path {path}")
        place = template.format(*(urllib.parse.quote(part, safe="") for part in path))
        if self._name in READING:
            return self._client._send("GET", place, extra_headers or {})
        body = {**given, **(extra_body or {})}
        if self._name == "embeddings.create":
            body = {"encoding_format": "base64", **body}
        if self._name in FORMS:
            return self._client._send_form(place, list(_fields(body)), extra_headers or {})
        headers = {"Content-Type": "application/json", **(extra_headers or {})}
        return self._client._send("POST", place, headers, json.dumps(body).encode())


def _fields(body):
    for name, value in body.items():
        for one in value if isinstance(value, list) else [value]:
            shown = "true" if one is True else "false" if one is False else one
            yield (f"{name}[]" if isinstance(value, list) else name), shown


def _headers_in(options):
    if set(options or {}) - {"headers"}:
        raise TypeError(f"unknown options {options}")
    return dict((options or {}).get("headers", {}))


class OpenAI:
    def __init__(self, *, base_url, api_key, max_retries):
        self._base = base_url
        self._headers = {"Authorization": f"Bearer {api_key}"}

    def __getattr__(self, name):
        return getattr(_Method(self, ""), name)

    def get(self, path, *, cast_to, options=None, stream=False, stream_cls=None):
        return self._send("GET", path, _headers_in(options))

    def post(self, path, *, cast_to, body=None, content=None, files=None, options=None, stream=False, stream_cls=None):
        headers = _headers_in(options)
        if files is not None:
            if headers.pop("Content-Type", None) != "multipart/form-data":
                raise TypeError("files need the type of a form")
            return self._send_form(path, files, headers)
        if content is not None:
            return self._send("POST", path, headers, content)
        if body is None:
            return self._send("POST", path, headers)
        return self._send("POST", path, {"Content-Type": "application/json", **headers}, json.dumps(body).encode())

    def _send_form(self, path, fields, headers):
        boundary = uuid.uuid4().hex
        parts = []
        for name, value in fields:
            if not isinstance(value, tuple):
                value = (None, str(value))
            shown = name.replace('"', "%22")
            head = f'Content-Disposition: form-data; name="{shown}"'
            content = value[1]
            if value[0] is not None:
                head += f'; filename="{value[0]}"\r\nContent-Type: {value[2]}'
                content = content.read()
            data = content.encode() if isinstance(content, str) else content
            parts.append(f"--{boundary}\r\n{head}\r\n\r\n".encode() + data + b"\r\n")
        body = b"".join(parts) + f"--{boundary}--\r\n".encode()
        return self._send("POST", path, {**headers, "Content-Type": f"multipart/form-data; boundary={boundary}"}, body)

    def _send(self, method, path, headers, body=None):
        sent = {name: value for name, value in {**self._headers, **headers}.items() if not isinstance(value, Omit)}
        request = urllib.request.Request(self._base + path, data=body, headers=sent, method=method)
        with urllib.request.urlopen(request) as answer:
            return _Answer(answer.read())
