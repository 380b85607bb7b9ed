/** Names of query parameters of a URL that every request of its gateway needs: they name a version of the service. */
export const namesVersion = /version/i;
