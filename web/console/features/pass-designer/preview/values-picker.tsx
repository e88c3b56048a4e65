import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconChevronDown, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#web/api-client.ts'
import { useBusiness } from '#console/business.ts'
import { passConfigurationsApi } from '#contract/passes/pass-configurations.ts'
import { sampleValues, type PassValues } from '#contract/passes/pass-tokens.ts'
import { toasts } from '#ui/feedback/toasts.ts'
import { MemberDialog } from './member-dialog.tsx'

type Props = { onChange: (values: PassValues) => void }

/** Whose values the preview shows: made-up ones, a member's, or the longest there are. */
export function ValuesPicker({ onChange }: Props) {
  const { BusinessId: businessId } = useBusiness()
  const [shown, setShown] = useState('Sample values')
  const [isChoosing, setChoosing] = useState(false)

  function show(name: string, values: PassValues) {
    setShown(name)
    onChange(values)
  }
  async function showLongest() {
    const answer = await call(passConfigurationsApi.listLongestPassValues, { params: { businessId } })
    if (answer.ok) show('Longest names', { ...sampleValues, ...answer.data })
    else toasts.error('The longest names could not be loaded.', answer.message)
  }

  return (
    <>
      <Menu>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconUser size={16} aria-hidden />}
            rightSection={<IconChevronDown size={16} aria-hidden />}
            aria-label={`Preview with: ${shown}`}
          >
            {shown}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => show('Sample values', sampleValues)}>Sample values</Menu.Item>
          <Menu.Item onClick={() => setChoosing(true)}>A member…</Menu.Item>
          <Menu.Item onClick={() => void showLongest()}>Longest names</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isChoosing && <MemberDialog onChoose={show} onClose={() => setChoosing(false)} />}
    </>
  )
}
