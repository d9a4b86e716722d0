import { Check, Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { copyText } from '#shared/ui/copy-text.ts'
import { Input } from '#shared/ui/input.tsx'
import { joinAddress } from '../join/join-address.ts'

export interface MadeLink {
  id: string
  /** Empty for anybody. */
  email: string
  token: string
}

/** New links, shown once, each with a button to copy it. */
export function InvitedLinks({ links }: { links: readonly MadeLink[] }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [copied, setCopied] = useState<string | null>(null)
  const copy = async (what: string, text: string) => {
    const within = box.current
    if (within && (await copyText(text, within))) setCopied(what)
  }
  const all = () =>
    links
      .map(({ email, token }) => [email, joinAddress(token)].filter(Boolean).join(' '))
      .join('\n')
  return (
    <div ref={box}>
      <ul className="grid gap-3">
        {links.map((link) => (
          <LinkRow
            key={link.id}
            link={link}
            copied={copied === link.id}
            onCopy={() => void copy(link.id, joinAddress(link.token))}
          />
        ))}
      </ul>
      {links.length > 1 && (
        <Button className="mt-4" onClick={() => void copy('all', all())}>
          {copied === 'all' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {copied === 'all' ? t('Copied') : t('Copy all')}
        </Button>
      )}
      <p role="status" className="sr-only">
        {copied !== null && t('Copied')}
      </p>
    </div>
  )
}

interface LinkRowProps {
  link: MadeLink
  copied: boolean
  onCopy: () => void
}

function LinkRow({ link: { email, token }, copied, onCopy }: LinkRowProps) {
  const { t } = useTranslation()
  const id = useId()
  const name = email || t('Anybody with the link')
  return (
    <li className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="truncate text-caption font-medium" title={name}>
        {name}
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          readOnly
          value={joinAddress(token)}
          onFocus={(event) => event.currentTarget.select()}
          className="min-w-0 flex-1 font-mono text-caption"
        />
        <Button aria-label={t('Copy the link of {name}', { name })} onClick={onCopy}>
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {copied ? t('Copied') : t('Copy')}
        </Button>
      </div>
    </li>
  )
}
