import { CAPTION_MAX_LENGTH } from '@kirim/contract/limits'
import { parseTemplate } from '@kirim/message-template/parse'
import type { Template, TemplateProblem } from '@kirim/message-template/template'
import { countWordings } from '@kirim/message-template/wordings'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, use, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useFieldControl } from '#shared/ui/field.tsx'
import { EditorExtras } from './editor-extras.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { type Insertion, insertToken, replaceText, toggleFormat } from './text-edits.ts'
import { TokenHelp } from './token-help.tsx'
import { useContactFields } from './use-contact-fields.ts'

interface MessageEditorProps {
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  /** Field names of the API's answer, offered as `[api.name]`. */
  apiFields?: readonly string[]
  /** Whether the message has several variations. */
  isOneOfSeveral?: boolean
}

/**
 * The editor of a message's text: toolbar, underlined problems, character counts and a list of
 * problems. Render it inside a `Field`.
 */
export function MessageEditor({
  value,
  onChange,
  onBlur,
  apiFields = [],
  isOneOfSeveral = false,
}: MessageEditorProps) {
  const contactFields = useContactFields()
  const template = useMemo(
    () => parseTemplate(value, new Set(contactFields.map(({ key }) => key))),
    [value, contactFields],
  )
  const Extras = use(EditorExtras)
  const area = useRef<HTMLTextAreaElement>(null)
  const edit = (change: (from: number, to: number) => Insertion) => {
    const box = area.current
    if (!box) return
    const next = change(box.selectionStart, box.selectionEnd)
    if (next.text.length <= CAPTION_MAX_LENGTH) replaceText(box, next, onChange)
  }
  return (
    <>
      <div className="rounded-md border border-input bg-card focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ring has-aria-invalid:border-destructive has-aria-invalid:ring-3 has-aria-invalid:ring-destructive/15">
        <EditorToolbar
          apiFields={apiFields}
          contactFields={contactFields}
          onToken={(token) => edit((from, to) => insertToken(value, from, to, token))}
          onFormat={(format) => edit((from, to) => toggleFormat(value, from, to, format))}
          onEmojiClosed={() => area.current?.focus()}
        />
        <Editor
          ref={area}
          template={template}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
        <Counts template={template} isOneOfSeveral={isOneOfSeveral} />
        {Extras && (
          <Extras
            text={value}
            onUse={(text) => edit(() => ({ text, selectFrom: text.length, selectTo: text.length }))}
          />
        )}
      </div>
      <Problems problems={template.problems} />
      <TokenHelp apiFields={apiFields} contactFields={contactFields} />
    </>
  )
}

/** Both layers must wrap lines identically. */
const textClasses =
  'col-start-1 row-start-1 block min-h-[104px] w-full px-3 py-2 text-sm leading-5 whitespace-pre-wrap wrap-anywhere pointer-coarse:text-base pointer-coarse:leading-6'

interface EditorProps extends ComponentProps<'textarea'> {
  template: Template
}

/** A textarea cannot underline text: a copy behind it does, and also sets its height. */
function Editor({ template, ref, ...props }: EditorProps) {
  const control = useFieldControl()
  return (
    <div className="grid grid-cols-1">
      <div aria-hidden="true" className={`${textClasses} text-transparent`}>
        {underlined(template)}
        {/* A trailing line break only takes up a line when something follows it. */}
        {'\u200b'}
      </div>
      <textarea
        {...control}
        {...props}
        ref={ref}
        maxLength={CAPTION_MAX_LENGTH}
        className={`${textClasses} resize-none overflow-hidden bg-transparent outline-none`}
      />
    </div>
  )
}

function underlined({ source, problems }: Template): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const problem of problems) {
    // Problems may overlap, because an unclosed brace includes the next word.
    const start = Math.max(problem.start, end)
    if (start >= problem.end) continue
    parts.push(source.slice(end, start))
    parts.push(
      <span
        key={start}
        className="underline decoration-destructive decoration-wavy underline-offset-4"
      >
        {source.slice(start, problem.end)}
      </span>,
    )
    end = problem.end
  }
  return [...parts, source.slice(end)]
}

const MANY_WORDINGS = 1_000_000

interface CountsProps {
  template: Template
  isOneOfSeveral: boolean
}

function Counts({ template, isOneOfSeveral }: CountsProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const wordings = countWordings(template)
  const one = isOneOfSeveral ? t('Same text for everyone who gets it') : t('Same text for everyone')
  const ways =
    wordings > MANY_WORDINGS
      ? t('Over {n} combinations from {…|…}', { n: number(MANY_WORDINGS) })
      : t('{n} combinations from {…|…}', { n: number(wordings) })
  return (
    <div className="tnum flex items-center justify-between gap-3 px-3 pb-2 text-xs text-muted-foreground">
      <span>{wordings > 1 ? ways : one}</span>
      <span>
        {t('{n} of {max} characters', {
          n: number(template.source.length),
          max: number(CAPTION_MAX_LENGTH),
        })}
      </span>
    </div>
  )
}

const SHOWN_PROBLEMS = 5

function Problems({ problems }: { problems: readonly TemplateProblem[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const explain = ({ kind, text }: TemplateProblem) => {
    if (kind === 'unknown-placeholder')
      return t('{text} is not a placeholder and is sent as written.', { text })
    if (kind === 'unreadable-fallback')
      return t(
        'The fallback after {text} is not valid. Use one line of at most 200 characters, without brackets, braces or backslashes.',
        { text },
      )
    return kind === 'unclosed-brace'
      ? t('{text} has no closing brace and is sent as written.', { text })
      : t('{text} has no closing bracket and is sent as written.', { text })
  }
  const more = problems.length - SHOWN_PROBLEMS
  return (
    <ul aria-live="polite" className="grid gap-1 text-xs text-destructive empty:hidden">
      {problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
        <li key={`${problem.start} ${problem.kind}`} className="flex items-start gap-1.5">
          <CircleAlert className="mt-px size-3.5 stroke-2" aria-hidden="true" />
          <span className="wrap-anywhere">{explain(problem)}</span>
        </li>
      ))}
      {more > 0 && <li>{t('And {n} more.', { n: number(more) })}</li>}
    </ul>
  )
}
