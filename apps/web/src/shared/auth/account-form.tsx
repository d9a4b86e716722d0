import type { FormEventHandler, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearch } from 'wouter'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'

interface AccountFrameProps {
  title: ReactNode
  /** Below the title; by default what Kirim is for, null for nothing. */
  text?: ReactNode
  /** The link to the other form. */
  foot: ReactNode
  children: ReactNode
}

interface AccountFormProps extends AccountFrameProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  /** The server's refusal, shown with its own title. */
  refusal: { title: string; text: string } | null
  action: string
  busy: boolean
  busyText: string
}

/** The sign-in and register forms without their fields. */
export function AccountForm(props: AccountFormProps) {
  const { title, text, onSubmit, refusal, action, busy, busyText, foot, children } = props
  return (
    <AccountFrame title={title} text={text} foot={foot}>
      <form noValidate onSubmit={onSubmit} className="mt-8 flex flex-col gap-4">
        {refusal && <Alert title={refusal.title}>{refusal.text}</Alert>}
        <fieldset disabled={busy} className="contents">
          {children}
        </fieldset>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="mt-2 w-full"
          busy={busy}
          busyText={busyText}
        >
          {action}
        </Button>
      </form>
    </AccountFrame>
  )
}

/** The frame around a form of these pages or its replacement. */
export function AccountFrame({ title, text, foot, children }: AccountFrameProps) {
  const { t } = useTranslation()
  return (
    <div className="w-full lg:max-w-[368px]">
      <h1 className="text-page font-semibold wrap-anywhere">{title}</h1>
      {text !== null && (
        <div className="mt-1.5 text-muted-foreground">
          {text ?? t('Link your numbers, send once, and see what happened to every message.')}
        </div>
      )}
      {children}
      <p className="mt-6 text-muted-foreground">{foot}</p>
    </div>
  )
}

/** Links to the other form and keeps the page to return to. */
export function AccountFormLink({ to, children }: { to: string; children: ReactNode }) {
  const search = useSearch()
  return (
    <Link
      href={search ? `${to}?${search}` : to}
      className="font-medium text-primary underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}

export function ToSignIn({ question }: { question: string }) {
  const { t } = useTranslation()
  return (
    <>
      {question} <AccountFormLink to="/login">{t('Sign in')}</AccountFormLink>
    </>
  )
}
