import type { ImportMapping } from '@kirim/contract/contact-import'
import { importOptOuts, type OptOutImport } from '@kirim/contract/opt-outs'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useOptOutsRefresh } from './opt-out-queries.ts'

type ImportState =
  | { step: 'idle' }
  /** From 0 to 1; at 1 the server reads the file. */
  | { step: 'sending'; fraction: number }
  | { step: 'done'; result: OptOutImport }
  | { step: 'failed'; message: string }

const IDLE: ImportState = { step: 'idle' }

/** The import of a spreadsheet and its outcome. */
export function useOptOutImport() {
  const { t } = useTranslation()
  const [state, setState] = useState<ImportState>(IDLE)
  const abort = useRef<AbortController | null>(null)
  const refresh = useOptOutsRefresh()

  async function start(file: File, mapping: ImportMapping): Promise<void> {
    // A second press may come before `busy` has disabled the button.
    if (abort.current) return
    const controller = new AbortController()
    abort.current = controller
    setState({ step: 'sending', fraction: 0 })
    try {
      const result = await request(
        importOptOuts,
        { body: { mapping }, file },
        {
          signal: controller.signal,
          onUploadProgress: (fraction) => setState({ step: 'sending', fraction }),
        },
      )
      setState({ step: 'done', result })
    } catch (error) {
      const message = messageOf(error, t('The server did not answer.'))
      setState(controller.signal.aborted ? IDLE : { step: 'failed', message })
    }
    abort.current = null
    await refresh()
  }

  return {
    state,
    busy: state.step === 'sending',
    start,
    /** Stops the upload; the server finishes a file that it has received. */
    stop: () => abort.current?.abort(),
    reset: () => setState(IDLE),
  }
}
