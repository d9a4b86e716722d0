import { Check, Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Input } from '#shared/ui/input.tsx'

interface OneTimeLinkProps {
  /** A path of this app with the secret after the `#`. */
  path: string
  label: string
  /** A sentence that says when it expires. */
  until: string
}

/** A link that is shown once, with a copy button. */
export function OneTimeLink({ path, label, until }: OneTimeLinkProps) {
  const { t } = useTranslation()
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-caption font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          ref={box}
          readOnly
          value={window.location.origin + path}
          aria-describedby={`${id}-note`}
          onFocus={(event) => event.currentTarget.select()}
          className="min-w-0 flex-1 font-mono text-caption"
        />
        <Button
          onClick={async () => {
            if (box.current) setCopied(await copyFrom(box.current))
          }}
        >
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {copied ? t('Copied') : t('Copy')}
        </Button>
      </div>
      <p id={`${id}-note`} className="text-xs text-muted-foreground">
        {t("Single use; copy it now, it won't be shown again.")} {until}
      </p>
    </div>
  )
}

/** Browsers block the clipboard API without TLS, but selected text can still be copied. */
async function copyFrom(box: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(box.value)
    return true
  } catch {
    box.select()
    return document.execCommand('copy')
  }
}
