import { deleteUser, listUsers, updateUser } from '@kirim/contract/admin'
import type { Route } from '../../platform/http/routes.ts'
import { listInPages } from '../../platform/http/streamed.ts'
import type { MembersDeps } from './admin.ports.ts'
import { deleteMember } from './delete-member.ts'
import { updateMember } from './update-member.ts'

export function adminRoutes(route: Route, deps: MembersDeps): void {
  route(listUsers, async () => listInPages(deps.members.list()))

  route(updateUser, ({ caller, params, body }) =>
    updateMember(deps, caller.userId, params.id, body),
  )

  route(deleteUser, async ({ caller, params }) => {
    await deleteMember(deps, caller.userId, params.id)
    return { message: 'Member deleted.' }
  })
}
