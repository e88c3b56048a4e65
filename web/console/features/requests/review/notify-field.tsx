import { NativeSelect } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { RequestDetail } from '#contract/requests/requests.ts'
import type { NotifyBy } from '#contract/requests/decisions.ts'

type Props = { request: RequestDetail } & Omit<ComponentProps<typeof NativeSelect>, 'data'>

/** How the applicant hears of the decision. */
export function NotifyField({ request, ...input }: Props) {
  const ways: { value: NotifyBy; label: string }[] = [
    ...(request.EmailAddress
      ? [{ value: 'email' as const, label: `E-mail to ${request.EmailAddress}` }]
      : []),
    ...(request.MobileNumber ? [{ value: 'sms' as const, label: `SMS to ${request.MobileNumber}` }] : []),
    { value: 'none', label: 'No message' },
  ]
  return <NativeSelect label="Tell the applicant" {...input} data={ways} />
}

/** The way that is proposed. */
export function usualWay(request: RequestDetail): NotifyBy {
  if (request.EmailAddress) return 'email'
  return request.MobileNumber ? 'sms' : 'none'
}
