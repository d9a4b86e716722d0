import type { Session } from '@kirim/contract/accounts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LoginField, LoginProblems, SignInOutcome } from './sign-in.ts'

/** Validation and API client are loaded when the user starts typing. */
const loadSignIn = () => import('./sign-in.ts')

type Refusal = (fallback: string) => string

const noAnswer: Refusal = (fallback) => fallback

/** Handles the sign-in form: one sign-in at a time; focuses the first invalid field. */
export function useSignIn(onSignedIn: (session: Session) => void) {
  const underWay = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<LoginProblems>({})
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  function show(outcome: SignInOutcome): void {
    if ('session' in outcome) onSignedIn(outcome.session)
    else setProblems(outcome.problems)
    if ('refusal' in outcome) setRefusal(() => outcome.refusal)
  }

  async function submit(form: HTMLFormElement, values: Record<LoginField, string>) {
    if (underWay.current) return
    underWay.current = true
    setProblems({})
    setRefusal(null)
    setBusy(true)
    const { activeElement } = document
    const outcome = await loadSignIn().then(
      ({ signIn }) => signIn(values),
      () => ({ refusal: noAnswer, problems: {} }),
    )
    underWay.current = false
    // A disabled field loses the focus.
    flushSync(() => {
      setBusy(false)
      show(outcome)
    })
    const names = 'problems' in outcome ? Object.keys(outcome.problems) : []
    const fields = [...form.querySelectorAll<HTMLElement>('input[name]')]
    const invalid = fields.find((field) => names.includes(field.getAttribute('name') ?? ''))
    const next = invalid ?? activeElement
    if (next instanceof HTMLElement) next.focus()
  }

  return {
    busy,
    problems,
    refusal,
    submit,
    prepare: () => void loadSignIn().catch(() => undefined),
  }
}
