import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { ZodMiniType } from 'zod/mini'
import { useAuth } from '#shared/auth/auth-context.ts'
import { draftKey, readDraft, removeDraft, writeDraft } from './drafts.ts'

interface DraftOptions<V extends FieldValues, D> {
  /** This form among the others, and what it is about: 'campaign/new'. */
  name: string
  schema: ZodMiniType<D>
  form: Pick<UseFormReturn<V>, 'getValues' | 'subscribe'>
  /** What is kept of the form: never a password or another secret. */
  toDraft: (values: V) => D
  putBack: (draft: D) => void
  /** What `toDraft` knows besides the form's values. */
  beside?: unknown
  /** Fills a short form in again without a question. */
  atOnce?: boolean
}

export interface Draft<D> {
  /** Typed before a crash or a reload, waiting to be put back or forgotten. */
  readonly offered: D | null
  /** The offer is answered: it fills the form. */
  accept: () => void
  /** The offer is answered: it goes, and what the form holds by now is kept instead. */
  decline: () => void
  /** How often an offer was answered. */
  readonly answers: number
  /** What the form holds was saved, or given up. An offer that nobody answered waits on. */
  forget: () => void
}

/**
 * Keeps what is typed in a form at every change, in this tab only, and offers it when the form
 * stands anew. While an offer waits for its answer it is never overwritten.
 */
export function useDraft<V extends FieldValues, D>(options: DraftOptions<V, D>): Draft<D> {
  const { name, schema, form, toDraft, putBack, beside, atOnce = false } = options
  const { user } = useAuth()
  const key = draftKey(name, user?._id ?? null)
  const [atFirst] = useState(() => JSON.stringify(toDraft(form.getValues())))
  /** What the form holds when there is nothing to keep. */
  const start = useRef(atFirst)
  const [found] = useState(() => readDraft(key, schema))
  const [offered, setOffered] = useState(atOnce ? null : found)
  const [answers, setAnswers] = useState(0)

  const keep = useEffectEvent(() => {
    if (offered) return
    const draft = toDraft(form.getValues())
    if (JSON.stringify(draft) !== start.current) writeDraft(key, draft)
    else removeDraft(key)
  })
  const fillIn = useEffectEvent(() => {
    if (atOnce && found) putBack(found)
  })
  const { subscribe } = form
  useEffect(() => fillIn(), [])
  useEffect(() => subscribe({ formState: { values: true }, callback: () => keep() }), [subscribe])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands beside the form is kept, too, and what was typed before an answer.
  useEffect(() => keep(), [beside, answers])

  function answered(): void {
    setOffered(null)
    setAnswers(answers + 1)
  }

  return {
    offered,
    accept() {
      if (offered) putBack(offered)
      answered()
    },
    decline: answered,
    answers,
    forget() {
      start.current = JSON.stringify(toDraft(form.getValues()))
      if (!offered) removeDraft(key)
    },
  }
}

/** For who ends a form without being it: forgets the draft of that name. */
export function useForgetDraft(name: string): () => void {
  const { user } = useAuth()
  return () => removeDraft(draftKey(name, user?._id ?? null))
}
