import { vi } from 'vitest'

/** A file on its way, as the server's end of it has it. */
export class FakeUpload {
  method = ''
  url = ''
  readonly headers: Record<string, string> = {}
  body: FormData | null = null
  stopped = false

  // What XMLHttpRequest has, as far as uploads go.
  status = 0
  responseText = ''
  readonly upload: { onprogress?: (event: ProgressEvent) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void

  open(method: string, url: string): void {
    Object.assign(this, { method, url })
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  getResponseHeader(): null {
    return null
  }
  send(body: FormData): void {
    this.body = body
  }
  abort(): void {
    this.stopped = true
    this.onabort?.()
    this.onloadend?.()
  }

  /** So much of it has left; a total of null is one that is not known. */
  progress(loaded: number, total: number | null): void {
    const event = { loaded, total: total ?? 0, lengthComputable: total !== null }
    this.upload.onprogress?.(event as ProgressEvent)
  }
  answer(status: number, body: unknown): void {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload?.()
    this.onloadend?.()
  }
  /** The line broke. */
  fail(): void {
    this.onerror?.()
    this.onloadend?.()
  }
}

/** Takes the place of what files leave by, until the globals are put back; each upload in turn. */
export function fakeUploads(): FakeUpload[] {
  const uploads: FakeUpload[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeUpload {
      constructor() {
        super()
        uploads.push(this)
      }
    },
  )
  return uploads
}
