import type { FormEventHandler, ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

interface AccountFormProps {
  title: string
  description: string
  onSubmit: FormEventHandler<HTMLFormElement>
  /** Where to go without an account, or with one. */
  foot: ReactNode
  children: ReactNode
}

/** The frame that sign in and register share. */
export function AccountForm({ title, description, onSubmit, foot, children }: AccountFormProps) {
  return (
    <div className="w-full lg:max-w-[368px]">
      <h1 className="text-page font-semibold">{title}</h1>
      <p className="mt-1.5 text-muted-foreground">{description}</p>
      <form noValidate onSubmit={onSubmit} className="mt-8 flex flex-col gap-4">
        {children}
      </form>
      <p className="mt-6 text-muted-foreground">{foot}</p>
    </div>
  )
}

/** Leads to the other form and keeps where the user was headed. */
export function AccountFormLink({ to, children }: { to: string; children: ReactNode }) {
  const { search } = useLocation()
  return (
    <Link
      to={{ pathname: to, search }}
      className="font-medium text-primary underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}
