import {
  type ImportMapping,
  type ImportResult,
  uploadContacts,
} from '@kirim/contract/contact-import'
import type { ImportProgress } from '@kirim/contract/realtime'
import { useRef, useState } from 'react'
import { serverMessageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useRealtimeEvent } from '#shared/realtime/realtime-events.ts'
import { useContactsRefresh } from '../contact-queries.ts'

export type UploadState =
  | { step: 'idle' }
  /** From 0 to 1. */
  | { step: 'sending'; fraction: number }
  /** `progress` is null until the server has read the file. */
  | { step: 'importing'; progress: ImportProgress | null }
  | { step: 'done'; result: ImportResult }
  /** The server's own message, if any [8.contacts.upload]. */
  | { step: 'failed'; message: string | null }

interface Choice {
  groupId: string
  takeNames: boolean
}

const IDLE: UploadState = { step: 'idle' }

/** An upload of contacts: sending the file, storing its rows, and the result. */
export function useContactUpload(onImported: (groupId: string) => void) {
  const [state, setState] = useState<UploadState>(IDLE)
  const abort = useRef<AbortController | null>(null)
  const refresh = useContactsRefresh()

  useRealtimeEvent('import_progress', (progress) => {
    setState((now) => (now.step === 'importing' ? { step: 'importing', progress } : now))
  })

  /** One at a time: a second press may come before `busy` has disabled the button. */
  async function load(
    file: File,
    { groupId, takeNames }: Choice,
    mapping: ImportMapping,
  ): Promise<void> {
    if (abort.current) return
    const controller = new AbortController()
    abort.current = controller
    setState({ step: 'sending', fraction: 0 })
    try {
      const result = await request(
        uploadContacts,
        { body: { groupId, takeNames, mapping }, file },
        {
          signal: controller.signal,
          onUploadProgress: (fraction) => setState(sent(fraction)),
        },
      )
      setState({ step: 'done', result })
      onImported(groupId)
    } catch (error) {
      const message = serverMessageOf(error)
      setState(controller.signal.aborted ? IDLE : { step: 'failed', message })
    }
    abort.current = null
    await refresh()
  }

  return {
    state,
    busy: state.step === 'sending' || state.step === 'importing',
    load,
    /** Stops the upload of the file; the server finishes storing rows. */
    stop: () => abort.current?.abort(),
    reset: () => setState(IDLE),
  }
}

function sent(fraction: number): UploadState {
  return fraction < 1 ? { step: 'sending', fraction } : { step: 'importing', progress: null }
}
