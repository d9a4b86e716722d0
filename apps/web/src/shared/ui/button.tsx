import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cn } from './cn.ts'

const buttonClasses = cva(
  'inline-flex items-center justify-center gap-2 whitespace-nowrap rounded-md font-medium select-none transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_.lucide]:size-4',
  {
    variants: {
      variant: {
        primary:
          'bg-primary text-primary-foreground shadow-control hover:bg-primary/92 active:bg-primary/85',
        outline:
          'border border-border bg-card text-foreground shadow-control hover:bg-accent data-[state=open]:bg-accent',
        ghost:
          'text-muted-foreground hover:bg-accent hover:text-accent-foreground data-[state=open]:bg-accent data-[state=open]:text-accent-foreground',
        destructive:
          'bg-destructive text-destructive-foreground hover:bg-destructive/92 active:bg-destructive/85',
        'danger-outline':
          'border border-border bg-card text-destructive shadow-control hover:bg-danger-soft',
      },
      size: {
        md: 'h-9 px-3.5 text-sm pointer-coarse:h-11',
        sm: 'h-8 px-2.5 text-caption pointer-coarse:h-10',
        lg: 'h-10 px-4 text-sm pointer-coarse:h-11',
        icon: 'size-9 shrink-0 pointer-coarse:size-11',
        'icon-sm': 'size-8 shrink-0 pointer-coarse:size-10',
      },
    },
    defaultVariants: { variant: 'outline', size: 'md' },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonClasses> {
  /** Ignores clicks and shows `busyText`; keeps the focus and never becomes narrower. */
  busy?: boolean
  busyText?: ReactNode
  /** Applies the style to its single child (a Link) instead of rendering a button. */
  asChild?: boolean
}

export function Button({ asChild = false, ...props }: ButtonProps) {
  if (!asChild) return <PlainButton {...props} />
  const { variant, size, className, busy: _busy, busyText: _busyText, ...rest } = props
  return <Slot.Root {...rest} className={cn(buttonClasses({ variant, size }), className)} />
}

function PlainButton({
  variant,
  size,
  className,
  busy = false,
  busyText,
  onClick,
  children,
  style,
  type = 'button',
  ref,
  ...rest
}: Omit<ButtonProps, 'asChild'>) {
  const [element, setElement] = useState<HTMLButtonElement | null>(null)
  const width = useRef<number | undefined>(undefined)
  useLayoutEffect(() => {
    if (element && !busy) width.current = element.offsetWidth
  })
  useLayoutEffect(() => {
    if (element) element.style.minWidth = busy && width.current ? `${width.current}px` : ''
  }, [element, busy])
  return (
    <button
      {...rest}
      ref={(node) => {
        setElement(node)
        if (typeof ref === 'function') ref(node)
        else if (ref) ref.current = node
      }}
      type={type}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={cn(buttonClasses({ variant, size }), className)}
      style={style}
    >
      {busy && busyText ? busyText : children}
    </button>
  )
}
