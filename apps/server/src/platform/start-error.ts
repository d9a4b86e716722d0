/** A problem with how the server was started: shown as one sentence, exit code 1. */
export class StartError extends Error {
  override name = 'StartError'
}
