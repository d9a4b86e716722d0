import type { AdminWorkspace } from '@kirim/contract/admin'
import { MEMBERSHIP_PLANS } from '@kirim/contract/limits'
import { textKey } from '#shared/i18n/text-key.ts'
import type { ListShape } from '#shared/list/list-view.ts'

/** The columns of the table; below 1024 px the name cell includes the others. */
export const workspaceColumns = [
  { by: 'name', label: textKey('Name'), end: false, className: 'max-sm:pl-5' },
  { by: 'owner', label: textKey('Owner'), end: false, className: 'max-lg:hidden px-2' },
  { by: 'people', label: textKey('People'), end: true, className: 'max-lg:hidden w-[92px] px-2' },
  { by: 'numbers', label: textKey('Numbers'), end: true, className: 'max-lg:hidden w-[96px] px-2' },
  {
    by: 'plan',
    label: textKey('Plan'),
    end: false,
    className: 'max-lg:hidden w-[104px] pr-2 pl-5',
  },
  {
    by: 'createdAt',
    label: textKey('Created'),
    end: false,
    className: 'max-lg:hidden w-[124px] px-2',
  },
] as const

export type WorkspaceColumn = (typeof workspaceColumns)[number]['by']

export const workspaceShape: ListShape<AdminWorkspace, WorkspaceColumn> = {
  words: ({ name, owners }) => [name, ...owners.flatMap((owner) => [owner.name, owner.email])],
  columns: {
    name: ({ name }) => name,
    owner: ({ owners }) => owners[0]?.name ?? '',
    people: ({ people }) => people,
    numbers: ({ numbers }) => numbers,
    plan: ({ membershipPlan }) => MEMBERSHIP_PLANS.indexOf(membershipPlan),
    createdAt: ({ createdAt }) => createdAt,
  },
}
