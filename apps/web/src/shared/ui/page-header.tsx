import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface PageHeaderProps {
  title: ReactNode
  description?: ReactNode
  /** The name of the page it links to. */
  back?: { to: string; label: string }
  /**
   * Buttons, one of them primary. Wraps below the title when there is no room; full width on
   * phones.
   */
  actions?: ReactNode
}

export function PageHeader({ title, description, back, actions }: PageHeaderProps) {
  return (
    <div className="mb-6 flex flex-col gap-4 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between">
      <div className="min-w-0 sm:flex-[1_1_24rem]">
        {back && (
          <Link
            to={back.to}
            className="mb-2 inline-flex items-center gap-1 text-caption text-muted-foreground hover:text-foreground"
          >
            <ArrowLeft className="size-3.5" aria-hidden="true" />
            {back.label}
          </Link>
        )}
        <h1 className="text-page font-semibold">{title}</h1>
        {description && <p className="mt-1 max-w-[68ch] text-muted-foreground">{description}</p>}
      </div>
      {actions && (
        <div className="flex flex-wrap gap-2 empty:hidden max-sm:*:flex-1">{actions}</div>
      )}
    </div>
  )
}
