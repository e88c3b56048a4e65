import { ActionIcon, Button, Checkbox, Group, Input, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { z } from 'zod'
import type { VisitorRulesFields } from '#contract/visitors/visitor-rules.ts'

export type RulesForm = UseFormReturnType<z.input<typeof VisitorRulesFields>>

/** The reciprocal clubs: a line each. */
export function ClubsField({ form }: { form: RulesForm }) {
  const { Clubs } = form.values
  return (
    <Stack gap="xs" role="group" aria-label="Reciprocal clubs">
      <Input.Label component="div">Reciprocal clubs</Input.Label>
      {Clubs.map((_, at) => (
        // Clubs have no id: a line is known by its place.
        <Group key={at} gap="xs" align="flex-start" wrap="wrap">
          <TextInput
            aria-label={`Name of club ${at + 1}`}
            placeholder="Name"
            style={{ flex: '1 1 12rem' }}
            {...form.getInputProps(`Clubs.${at}.Name`)}
          />
          <TextInput
            aria-label={`State of club ${at + 1}`}
            placeholder="State"
            w="6rem"
            {...form.getInputProps(`Clubs.${at}.State`)}
          />
          <Checkbox
            label="Active"
            aria-label={`Club ${at + 1} is active`}
            mt={8}
            {...form.getInputProps(`Clubs.${at}.IsActive`, { type: 'checkbox' })}
          />
          <ActionIcon
            variant="subtle"
            color="gray.7"
            size="lg"
            aria-label={`Remove club ${at + 1}`}
            onClick={() => form.removeListItem('Clubs', at)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('Clubs', { Name: '', State: '', IsActive: true })}
        >
          Add a club
        </Button>
      </div>
    </Stack>
  )
}
