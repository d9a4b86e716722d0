import type { LucideIcon } from 'lucide-react'
import { Button, type ButtonProps } from '#shared/ui/button.tsx'

interface ToolButtonProps extends ButtonProps {
  label: string
  icon: LucideIcon
}

/** A button below the text, whose name is its tooltip. */
export function ToolButton({ label, icon: Icon, ...props }: ToolButtonProps) {
  return (
    <Button {...props} variant="ghost" size="icon-sm" aria-label={label} title={label}>
      <Icon aria-hidden="true" />
    </Button>
  )
}
