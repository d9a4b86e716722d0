import {
  type ImportMapping,
  readSheetColumns,
  type SheetColumns,
  type SheetReading,
} from '@kirim/contract/contact-import'
import { useRef, useState } from 'react'
import { serverMessageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'

export interface SheetPreview {
  /** How the file is read, where there is a choice. */
  readonly reading: SheetReading
  /** What it holds; the last answer stays while it is read in another way. */
  readonly sheet: SheetColumns | null
  /** How much of it has left, from 0 to 1; null while nothing is asked. */
  readonly fraction: number | null
  /** The server's own message, if any. */
  readonly failure: string | null
}

const NOTHING: SheetPreview = { reading: {}, sheet: null, fraction: null, failure: null }

/** What a file holds and what an import of it would do, before anything is written. */
export function useSheetPreview() {
  const [preview, setPreview] = useState(NOTHING)
  const abort = useRef<AbortController | null>(null)

  function clear(): void {
    abort.current?.abort()
    setPreview(NOTHING)
  }

  /** Reads a file; without a mapping its columns are found. The last call wins. */
  async function read(
    file: File,
    reading: SheetReading,
    mapping: ImportMapping | null = null,
  ): Promise<void> {
    abort.current?.abort()
    const controller = new AbortController()
    abort.current = controller
    const change = (part: Partial<SheetPreview>) => {
      if (!controller.signal.aborted) setPreview((now) => ({ ...now, ...part }))
    }
    change({ reading, fraction: 0, failure: null })
    try {
      const sheet = await request(
        readSheetColumns,
        { body: mapping ? { mapping } : { reading }, file },
        { signal: controller.signal, onUploadProgress: (fraction) => change({ fraction }) },
      )
      change({ sheet, fraction: null })
    } catch (error) {
      change({ sheet: null, fraction: null, failure: serverMessageOf(error) })
    }
  }

  return { ...preview, isReading: preview.fraction !== null, read, clear }
}
