import { cn } from './cn.ts'

/** The mark: a K whose upper arm is a paper plane. */
function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn('size-7 shrink-0', className)}>
      <rect width="32" height="32" rx="8" fill="var(--brand)" />
      <path d="M7 6.5h4.8v19H7z" fill="#fff" />
      <path d="M13.3 16 26.6 6.2l-5 9.8z" fill="var(--brand-2)" />
      <path d="M13.3 16h8.3l4 9.5h-5.7z" fill="#fff" />
    </svg>
  )
}

interface LogoProps {
  large?: boolean
  /** Shows the name from Tailwind's `xl` on; screen readers say it always. */
  brief?: boolean
}

/** Mark and name; `large` on sign in. */
export function Logo({ large = false, brief = false }: LogoProps) {
  return (
    <span className="flex items-center gap-2.5">
      <Mark className={large ? 'size-8' : 'size-7'} />
      <span
        className={cn(
          'font-semibold tracking-[-0.03em]',
          large ? 'text-[19px]' : 'text-[17px]',
          brief && 'max-xl:sr-only',
        )}
      >
        Kirim
      </span>
    </span>
  )
}
