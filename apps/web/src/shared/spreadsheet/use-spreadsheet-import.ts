import {
  type ImportMapping,
  readSheetColumns,
  type SheetColumns,
  type SheetReading,
} from '@kirim/contract/contact-import'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverMessageOf } from '#shared/api/api-error.ts'
import { type CallOptions, request } from '#shared/api/request.ts'
import { type FileProblem, spreadsheetProblem } from './spreadsheet-field.tsx'

type ImportState<Result> =
  | { step: 'idle' }
  /** From 0 to 1; at 1 the server processes the file. */
  | { step: 'sending'; fraction: number }
  | { step: 'done'; result: Result }
  /** The server's own message, if any [8.contacts.upload]. */
  | { step: 'failed'; message: string | null }

interface Preview {
  /** The chosen reading options. */
  readonly reading: SheetReading
  /** The description of the file; the last one stays while it is read again. */
  readonly sheet: SheetColumns | null
  /** Upload progress from 0 to 1 while the file is read; otherwise null. */
  readonly fraction: number | null
  readonly failure: string | null
}

const NO_PREVIEW: Preview = { reading: {}, sheet: null, fraction: null, failure: null }

/** State of an import: the file is previewed when it is chosen, and imported on request. */
export function useSpreadsheetImport<Result>(firstReading: SheetReading = {}) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<FileProblem | null>(null)
  const [preview, setPreview] = useState(NO_PREVIEW)
  const [state, setState] = useState<ImportState<Result>>({ step: 'idle' })
  const previewing = useRef<AbortController | null>(null)
  const sending = useRef<AbortController | null>(null)

  /** The last call wins. Without a mapping the server detects the columns. */
  async function read(from: File, reading: SheetReading, mapping: ImportMapping | null) {
    previewing.current?.abort()
    const controller = new AbortController()
    previewing.current = controller
    const { signal } = controller
    const change = (part: Partial<Preview>) => {
      if (!signal.aborted) setPreview((now) => ({ ...now, ...part }))
    }
    setState({ step: 'idle' })
    change({ reading, fraction: 0, failure: null })
    try {
      const body = mapping ? { mapping } : { reading }
      const onUploadProgress = (fraction: number) => change({ fraction })
      const options = { signal, onUploadProgress }
      change({ sheet: await request(readSheetColumns, { body, file: from }, options) })
    } catch (error) {
      change({ sheet: null, failure: serverMessageOf(error) })
    }
    change({ fraction: null })
  }

  return {
    file,
    problem,
    sheet: preview.sheet,
    reading: preview.reading,
    isReading: preview.fraction !== null,
    state,
    busy: state.step === 'sending',
    failure: state.step === 'failed' ? state.message : preview.failure,
    choose(next: File | null): void {
      const found = next && spreadsheetProblem(next)
      previewing.current?.abort()
      setProblem(found)
      setFile(found ? null : next)
      setPreview(NO_PREVIEW)
      setState({ step: 'idle' })
      if (next && !found) void read(next, firstReading, null)
    },
    readAgain(reading: SheetReading, mapping: ImportMapping | null = null): void {
      if (file) void read(file, reading, mapping)
    },
    /**
     * Whether the file has been read. Reports a missing file, and retries one that could not be
     * read.
     */
    isReady(): boolean {
      if (!file) setProblem(problem ?? { text: t('No File Selected') })
      else if (!preview.sheet) void read(file, preview.reading, null)
      return file !== null && preview.sheet !== null
    },
    /** One at a time: a second press may come before `busy` has disabled the button. */
    async start(
      send: (file: File, options: CallOptions) => Promise<Result>,
      fallback: string | null = null,
    ): Promise<Result | null> {
      if (!file || sending.current) return null
      const controller = new AbortController()
      sending.current = controller
      const { signal } = controller
      const onUploadProgress = (fraction: number) => setState({ step: 'sending', fraction })
      onUploadProgress(0)
      try {
        const result = await send(file, { signal, onUploadProgress })
        setState({ step: 'done', result })
        return result
      } catch (error) {
        const message = serverMessageOf(error) ?? fallback
        setState(signal.aborted ? { step: 'idle' } : { step: 'failed', message })
        return null
      } finally {
        sending.current = null
      }
    },
    /** Stops the upload; the server finishes a file that it has received. */
    stop: () => sending.current?.abort(),
  }
}

export type SpreadsheetImport<Result> = ReturnType<typeof useSpreadsheetImport<Result>>
