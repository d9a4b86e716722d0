import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { useAuth } from '#shared/auth/auth-context.ts'
import { WorkspacesContext } from '#shared/workspace/workspace-context.ts'
import { draftKey, readDraft, removeDraft, writeDraft } from './drafts.ts'

interface DraftOptions<V extends FieldValues, D> {
  /** The form and the item it edits, such as 'campaign/new'. */
  name: string
  schema: ZodMiniType<D>
  form: Pick<UseFormReturn<V>, 'getValues' | 'subscribe'>
  /** The part of the form to store: never a password or another secret. */
  toDraft: (values: V) => D
  putBack: (draft: D) => void
  /** Other state that `toDraft` reads. */
  beside?: unknown
  /** Restores a short form without asking. */
  atOnce?: boolean
}

export interface Draft<D> {
  /** The draft of an earlier visit that waits for an answer. */
  readonly offered: D | null
  /** Restores the offered draft. */
  accept: () => void
  /** Discards the offered draft and stores the current input instead. */
  decline: () => void
  /** The number of answered offers. */
  readonly answers: number
  /** Removes the draft after saving or discarding the form. An unanswered offer is kept. */
  forget: () => void
}

/**
 * Stores the input of a form on every change, in this tab only, and offers it when the form is
 * opened again. An unanswered offer is never overwritten.
 */
export function useDraft<V extends FieldValues, D>(options: DraftOptions<V, D>): Draft<D> {
  const { name, schema, form, toDraft, putBack, beside, atOnce = false } = options
  const { user } = useAuth()
  const workspaces = useContext(WorkspacesContext)
  const key = draftKey(name, user?._id ?? null, workspaces?.current?.id)
  const [atFirst] = useState(() => JSON.stringify(toDraft(form.getValues())))
  /** The initial values, which need no draft. */
  const start = useRef(atFirst)
  const [storedDraft] = useState(() => readDraft(key, schema))
  const [offered, setOffered] = useState(atOnce ? null : storedDraft)
  const [answers, setAnswers] = useState(0)

  const store = useEffectEvent(() => {
    if (offered) return
    const draft = toDraft(form.getValues())
    if (JSON.stringify(draft) !== start.current) writeDraft(key, draft)
    else removeDraft(key)
  })
  const fillIn = useEffectEvent(() => {
    if (atOnce && storedDraft) putBack(storedDraft)
  })
  const { subscribe } = form
  useEffect(() => fillIn(), [])
  useEffect(() => subscribe({ formState: { values: true }, callback: () => store() }), [subscribe])
  // biome-ignore lint/correctness/useExhaustiveDependencies: stores other state, and early input
  useEffect(() => store(), [beside, answers])

  function endOffer(): void {
    setOffered(null)
    setAnswers(answers + 1)
  }

  return {
    offered,
    accept() {
      if (offered) putBack(offered)
      endOffer()
    },
    decline: endOffer,
    answers,
    forget() {
      start.current = JSON.stringify(toDraft(form.getValues()))
      if (!offered) removeDraft(key)
    },
  }
}
