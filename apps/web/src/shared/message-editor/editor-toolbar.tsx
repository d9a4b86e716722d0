import { Bold, Code, Italic, type LucideIcon, Smile, Strikethrough } from 'lucide-react'
import { Toolbar } from 'radix-ui'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { EmojiPicker } from './emoji-picker.tsx'
import type { Format } from './text-edits.ts'
import { type OwnTokens, offeredTokens } from './tokens.ts'

const FORMATS: readonly { format: Format; label: string; icon: LucideIcon }[] = [
  { format: 'bold', label: textKey('Bold'), icon: Bold },
  { format: 'italic', label: textKey('Italic'), icon: Italic },
  { format: 'strikethrough', label: textKey('Strikethrough'), icon: Strikethrough },
  { format: 'monospace', label: textKey('Monospace'), icon: Code },
]

interface EditorToolbarProps extends OwnTokens {
  onToken: (token: string) => void
  onFormat: (format: Format) => void
  /** Called when the emoji picker closes after a choice. */
  onEmojiClosed: () => void
}

/**
 * Buttons for placeholders, spintax, WhatsApp formats and emoji; one Tab stop with arrow key
 * navigation.
 */
export function EditorToolbar({ onToken, onFormat, onEmojiClosed, ...own }: EditorToolbarProps) {
  const { t } = useTranslation()
  return (
    <Toolbar.Root
      aria-label={t('Insert and format')}
      className="flex flex-wrap items-center gap-x-3 gap-y-0.5 rounded-t-md border-b bg-muted/60 px-1.5 py-1"
    >
      <div className="flex flex-wrap gap-0.5">
        {offeredTokens(own).map(({ token, meaning, values }) => (
          <ToolButton
            key={token}
            label={`${token}: ${t(meaning, { ...values })}`}
            onClick={() => onToken(token)}
            className="px-1 font-mono text-xs pointer-coarse:px-2"
          >
            {token}
          </ToolButton>
        ))}
      </div>
      <div className="flex items-center gap-0.5">
        {FORMATS.map(({ format, label, icon: Icon }) => (
          <ToolButton
            key={format}
            label={t(label)}
            onClick={() => onFormat(format)}
            className="w-7 pointer-coarse:w-9"
          >
            <Icon className="size-4" aria-hidden="true" />
          </ToolButton>
        ))}
        <EmojiPicker onPick={onToken} onClosed={onEmojiClosed}>
          <ToolButton label={t('Emoji')} className="w-7 pointer-coarse:w-9">
            <Smile className="size-4" aria-hidden="true" />
          </ToolButton>
        </EmojiPicker>
      </div>
    </Toolbar.Root>
  )
}

function ToolButton({
  label,
  className = '',
  ...props
}: ComponentProps<typeof Toolbar.Button> & { label: string }) {
  return (
    <Toolbar.Button
      {...props}
      aria-label={label}
      title={label}
      className={`grid h-7 place-items-center rounded-[5px] text-muted-foreground transition-colors duration-100 hover:bg-accent hover:text-foreground disabled:opacity-50 data-[state=open]:bg-accent pointer-coarse:h-9 ${className}`}
    />
  )
}
