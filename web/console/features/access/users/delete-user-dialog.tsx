import { Text } from '@mantine/core'
import { useAction } from '#console/actions.ts'
import { useBusiness } from '#console/business.ts'
import { messages } from '#contract/messages.ts'
import { usersApi, type User } from '#contract/access/users.ts'
import { ConfirmModal } from '#ui/feedback/confirm-modal.tsx'

const text = messages.users

/** Asks, and deletes a user. */
export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { BusinessId: businessId } = useBusiness()
  const { run } = useAction(usersApi.deleteUser, {
    success: text.deleted,
    failure: text.deleteFailed,
  })
  return (
    <ConfirmModal
      title={text.deleteTitle}
      text={
        <>
          <Text>{text.deleteQuestion}</Text>
          <Text fw={600} mt="xs">
            {user.DisplayName}
          </Text>
          <Text>{user.Email}</Text>
        </>
      }
      confirmLabel="Delete"
      danger
      onConfirm={() => run({ params: { businessId, uid: user.Uid }, query: { email: user.Email } })}
      onClose={onClose}
    />
  )
}
