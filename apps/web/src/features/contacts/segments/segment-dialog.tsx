import { bulkCampaignSummary } from '@kirim/contract/campaign-list'
import { listContactTags } from '@kirim/contract/contact-details'
import {
  createSegment,
  type NewSegment,
  previewSegment,
  updateSegment,
} from '@kirim/contract/contact-segments'
import { type ContactGroup, NewContactGroup } from '@kirim/contract/contacts'
import { CONDITIONS_MAX, type SegmentFilter } from '@kirim/contract/segment-filter'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, Users } from 'lucide-react'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError, messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { fieldProblem } from '#shared/forms/field-issue.ts'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { placeIssues } from '#shared/forms/place-issues.ts'
import { useCloseQuestion, useReportDirty } from '#shared/forms/use-close-question.tsx'
import { useFormat } from '#shared/i18n/format.ts'
import { useDebounced } from '#shared/list/use-debounced.ts'
import { useContactFields } from '#shared/message-editor/use-contact-fields.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { PhoneNumber } from '#shared/ui/phone-number.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { useContactsRefresh } from '../contact-queries.ts'
import { phoneForDisplay } from '../phone-display.ts'
import { ConditionRow, type SegmentNames } from './segment-condition-row.tsx'
import { availableSubjects, newCondition } from './segment-conditions.ts'

interface SegmentDialogProps {
  /** The segment to change; 'new' for another, null closes the dialog. */
  segment: ContactGroup | 'new' | null
  groups: readonly ContactGroup[]
  onClose: () => void
  onSaved: (segment: ContactGroup) => void
}

export function SegmentDialog({ segment, ...props }: SegmentDialogProps) {
  if (segment === null) return null
  const key = segment === 'new' ? 'new' : segment._id
  return <OpenSegmentDialog key={key} segment={segment === 'new' ? null : segment} {...props} />
}

interface OpenProps extends Omit<SegmentDialogProps, 'segment'> {
  segment: ContactGroup | null
}

function OpenSegmentDialog({ segment, groups, onClose, onSaved }: OpenProps) {
  const { t } = useTranslation()
  const id = useId()
  const names = useSegmentNames(groups)
  const form = useForm({
    resolver: issueResolver(NewContactGroup),
    defaultValues: { groupName: segment?.groupName ?? '' },
  })
  const { errors, isDirty } = form.formState
  const [first] = useState<SegmentFilter>(
    segment?.filter ?? { match: 'all', conditions: [newCondition('written', names)] },
  )
  const [filter, setFilter] = useState(first)
  const closing = useCloseQuestion(onClose)
  useReportDirty(isDirty || JSON.stringify(filter) !== JSON.stringify(first), closing.onDirty)
  const refresh = useContactsRefresh()
  const save = useSingleMutation({
    mutationFn: (body: NewSegment) =>
      segment
        ? request(updateSegment, { params: { id: segment._id }, body })
        : request(createSegment, { body }),
    onSuccess: async (saved) => {
      await refresh()
      onSaved(saved)
    },
    onError: (error) => placeIssues(form, error),
  })
  // The server's texts mention only groups.
  const nameProblem =
    errors.groupName?.type === 'group_name_empty'
      ? t('Give the segment a name.')
      : errors.groupName?.type === 'group_name_taken'
        ? t('A group or segment already has this name.')
        : fieldProblem(errors.groupName)
  const isPlaced = save.error instanceof ApiError && errors.groupName?.type === save.error.code
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !save.isPending && closing.onOpenChange(open)}
        size="large"
        title={segment ? t('Edit segment') : t('New segment')}
        description={t('A saved filter you can use like a group.')}
        footer={
          <>
            <Button onClick={onClose} disabled={save.isPending}>
              {t('Cancel')}
            </Button>
            <Button
              type="submit"
              form={id}
              variant="primary"
              busy={save.isPending}
              busyText={t('Saving...')}
            >
              {t('Save segment')}
            </Button>
          </>
        }
      >
        <form
          id={id}
          onSubmit={form.handleSubmit(({ groupName }) => save.mutate({ groupName, filter }))}
          noValidate
          className="grid grid-cols-1 gap-4"
        >
          {save.error && !isPlaced && (
            <Alert>{messageOf(save.error, t('Failed to save the segment.'))}</Alert>
          )}
          <Field label={t('Segment name')} error={nameProblem}>
            <Input
              {...form.register('groupName')}
              maxLength={200}
              autoComplete="off"
              placeholder={t('e.g. Never messaged')}
            />
          </Field>
          <Conditions filter={filter} names={names} onFilter={setFilter} />
          <Preview filter={filter} />
        </form>
      </Dialog>
      {closing.question}
    </>
  )
}

function useSegmentNames(groups: readonly ContactGroup[]): SegmentNames {
  const tags = useQuery(callQuery(listContactTags)).data ?? []
  const fields = useContactFields()
  const campaigns = useQuery(callQuery(bulkCampaignSummary, { query: { limit: 100 } })).data ?? []
  return { tags, fields, campaigns, groups: groups.filter((group) => !group.filter) }
}

interface ConditionsProps {
  filter: SegmentFilter
  names: SegmentNames
  onFilter: (filter: SegmentFilter) => void
}

function Conditions({ filter, names, onFilter }: ConditionsProps) {
  const { t } = useTranslation()
  const { conditions } = filter
  const set = (next: SegmentFilter['conditions']) => onFilter({ ...filter, conditions: next })
  const add = () => {
    const [about = 'written'] = availableSubjects(names)
    set([...conditions, newCondition(about, names)])
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <span>{t('People who match')}</span>
        <Segmented
          aria-label={t('Match all or any of the conditions')}
          value={filter.match}
          onValueChange={(match) => onFilter({ ...filter, match })}
          options={[
            { value: 'all', label: t('all') },
            { value: 'any', label: t('any') },
          ]}
        />
        <span>{t('of these')}</span>
      </div>
      <ol className="grid grid-cols-1 gap-3 max-sm:gap-4 max-sm:[&>li+li]:border-t max-sm:[&>li+li]:pt-4">
        {conditions.map((condition, index) => (
          <ConditionRow
            // Conditions have no names of their own, and each shows what it is given.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            place={index + 1}
            condition={condition}
            names={names}
            onChange={(changed) => set(conditions.with(index, changed))}
            onRemove={conditions.length > 1 ? () => set(conditions.toSpliced(index, 1)) : null}
          />
        ))}
      </ol>
      <div>
        <Button size="sm" onClick={add} disabled={conditions.length >= CONDITIONS_MAX}>
          <Plus aria-hidden="true" />
          {t('Add a condition')}
        </Button>
      </div>
    </div>
  )
}

const ONE_MINUTE_MS = 60_000

/** The number of current matches, and the first of them. */
function Preview({ filter }: { filter: SegmentFilter }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const requestedFilter = useDebounced(JSON.stringify(filter))
  const { data, isError } = useQuery({
    queryKey: ['segment', requestedFilter],
    queryFn: ({ signal }) =>
      request(previewSegment, { body: { filter: JSON.parse(requestedFilter) } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: ONE_MINUTE_MS,
  })
  return (
    <div className="grid grid-cols-1 gap-2">
      <p
        role="status"
        className="tnum flex items-start gap-2.5 rounded-md bg-muted px-3 py-2 text-caption"
      >
        <Users className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
        <span>
          {data && !isError ? (
            <>
              <strong className="font-semibold">
                {t('{n} people now.', { count: data.people, n: number(data.people) })}
              </strong>{' '}
              {t("Recounted each time it's used. Opted-out people are skipped.")}
            </>
          ) : isError ? (
            t('Complete the conditions to count people.')
          ) : (
            t('Counting...')
          )}
        </span>
      </p>
      {data && !isError && data.first.length > 0 && (
        <ul aria-label={t('First matches')} className="divide-y text-caption">
          {data.first.map(({ _id, name, phoneNumber }) => (
            <li key={_id} className="flex gap-3 py-1.5">
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="tnum text-muted-foreground">
                <PhoneNumber number={phoneForDisplay(phoneNumber)} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
