import {
  type ContactGroup,
  createGroup,
  listGroups,
  NewContactGroup,
} from '@kirim/contract/contacts'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { fieldProblem } from '#shared/forms/field-issue.ts'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { placeIssues } from '#shared/forms/place-issues.ts'
import { toast } from '#shared/toast/toast.ts'

/** The form for a new group [5.group]; calls `onCreated` once the list of groups contains it. */
export function useCreateGroup(onCreated: (group: ContactGroup) => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({
    resolver: issueResolver(NewContactGroup),
    defaultValues: { groupName: '' },
  })
  const create = useSingleMutation({
    mutationFn: (body: NewContactGroup) => request(createGroup, { body }),
    onSuccess: async (group) => {
      await queryClient.invalidateQueries({ queryKey: keyOf(listGroups) })
      form.reset()
      onCreated(group)
    },
    onError: (error) => {
      placeIssues(form, error)
      toast({
        title: t('Error Creating Group'),
        description: messageOf(error, t('Failed to create group.')),
        tone: 'error',
      })
    },
  })
  return {
    field: form.register('groupName'),
    error: fieldProblem(form.formState.errors.groupName),
    busy: create.isPending,
    dirty: form.formState.isDirty,
    onSubmit: form.handleSubmit((values) => create.mutate(values)),
    reset: form.reset,
  }
}
