import { CAPTION_MAX_LENGTH } from '@kirim/contract/limits'
import { parseTemplate } from '@kirim/message-template/parse'
import type { Template, TemplateProblem } from '@kirim/message-template/template'
import { countWordings } from '@kirim/message-template/wordings'
import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useMemo, useRef } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Field, useFieldControl } from '#shared/ui/field.tsx'
import type { CampaignValues } from './campaign-values.ts'
import { insertToken } from './insert-token.ts'
import { useFieldProblem } from './use-field-problem.ts'

/** SPEC §2, the spintax syntax offered. */
const TOKENS = [
  '[greet]',
  '[name]',
  '[wa_name]',
  '[me_wa_name]',
  '[now_formatted|HH:mm]',
  '{A|B|C}',
] as const

/** The message's text: toolbar, editor with its problems underlined, counts, problems by name. */
export function CaptionField() {
  const { t } = useTranslation()
  const { field } = useController<CampaignValues, 'caption'>({ name: 'caption' })
  const template = useMemo(() => parseTemplate(field.value), [field.value])
  const editor = useRef<HTMLTextAreaElement>(null)
  const insert = (token: string) => {
    const area = editor.current
    if (!area) return
    const { text, selectFrom, selectTo } = insertToken(
      field.value,
      area.selectionStart,
      area.selectionEnd,
      token,
    )
    if (text.length > CAPTION_MAX_LENGTH) return
    field.onChange(text)
    // The new text stands in the box after this render.
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(selectFrom, selectTo)
    })
  }
  return (
    <Field label={t('Caption')} error={useFieldProblem('caption')}>
      <div className="overflow-hidden rounded-md border border-input bg-card focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ring">
        <TokenToolbar onInsert={insert} />
        <Editor
          ref={editor}
          template={template}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
        <Counts template={template} />
      </div>
      <Problems problems={template.problems} />
    </Field>
  )
}

function TokenToolbar({ onInsert }: { onInsert: (token: string) => void }) {
  const { t } = useTranslation()
  return (
    <div
      role="toolbar"
      aria-label={t('Placeholders')}
      className="flex flex-wrap items-center gap-0.5 border-b bg-muted/60 px-1.5 py-1"
    >
      {TOKENS.map((token) => (
        <button
          key={token}
          type="button"
          onClick={() => onInsert(token)}
          className="h-7 rounded-[5px] px-1.5 font-mono text-xs text-muted-foreground transition-colors duration-100 hover:bg-accent hover:text-foreground pointer-coarse:h-9 pointer-coarse:px-2"
        >
          {token}
        </button>
      ))}
    </div>
  )
}

/** Both layers must break their lines at the same places. */
const textClasses =
  'col-start-1 row-start-1 block min-h-[104px] w-full px-3 py-2 text-sm leading-5 whitespace-pre-wrap wrap-anywhere pointer-coarse:text-base pointer-coarse:leading-6'

interface EditorProps extends ComponentProps<'textarea'> {
  template: Template
}

/** A text box cannot underline: a copy behind it does, and gives it its height. */
function Editor({ template, ref, ...props }: EditorProps) {
  const control = useFieldControl()
  return (
    <div className="grid grid-cols-1">
      <div aria-hidden="true" className={`${textClasses} text-transparent`}>
        {underlined(template)}
        {/* A line break at the end opens a line of its own only when something follows. */}
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
    // Problems may overlap: an unclosed brace shows the word after it.
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

function Counts({ template }: { template: Template }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const wordings = countWordings(template)
  const ways =
    wordings > MANY_WORDINGS
      ? t('Over {n} wordings from {…|…}', { n: number(MANY_WORDINGS) })
      : t('{n} wordings from {…|…}', { n: number(wordings) })
  return (
    <div className="tnum flex items-center justify-between gap-3 px-3 pb-2 text-xs text-muted-foreground">
      <span>{wordings > 1 ? ways : t('One wording for everybody')}</span>
      <span>{t('{n} characters', { n: number(template.source.length) })}</span>
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
