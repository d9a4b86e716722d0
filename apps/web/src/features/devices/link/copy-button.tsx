import { Check, Copy } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'

interface CopyButtonProps {
  text: string
  /** The element that shows the text. */
  shown: RefObject<HTMLElement | null>
  size?: 'sm'
}

export function CopyButton({ text, shown, size }: CopyButtonProps) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  return (
    <Button
      {...(size && { size })}
      onClick={async () => {
        if (shown.current) setCopied(await copy(text, shown.current))
      }}
    >
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {copied ? t('Copied') : t('Copy')}
    </Button>
  )
}

/** Browsers block the clipboard API without TLS, but selected text can still be copied. */
async function copy(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (shown instanceof HTMLInputElement) shown.select()
    else window.getSelection()?.selectAllChildren(shown)
    return document.execCommand('copy')
  }
}
