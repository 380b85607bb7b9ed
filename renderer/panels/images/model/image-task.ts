/** The task that a gateway made of a request: it generates the images asynchronously. */
export interface ImageTask {
  /** Of the gateway. */
  taskId: string;
  statusWord: string | null;
  /** Of the task monitor that follows it; `null` before it does. */
  rowId: string | null;
}
