import { z } from 'zod'
import { endpoint, may } from '#contract/endpoint.ts'
import { eventPath } from '#contract/events/events.ts'

/** A link that opens one event's door without an account. Its secret is shown once and kept hashed. */
export const DoorKit = z.object({
  DoorKitId: z.string(),
  Name: z.string(),
  CreatedDate: z.iso.datetime(),
  CreatedByUser: z.string(),
  RevokedDate: z.iso.datetime().nullable(),
})
export type DoorKit = z.infer<typeof DoorKit>

export const NewDoorKit = z.object({
  Name: z.string().trim().min(1, 'Name is required.').max(60, 'The name can have 60 characters at the most.'),
})

const path = `${eventPath}/door-kits` as const

export const doorKitsApi = {
  listDoorKits: endpoint({
    method: 'GET',
    path,
    title: 'Door kits of an event',
    access: may('Event.Manage'),
    shows: ['doorKit'],
    output: z.object({ Results: z.array(DoorKit) }),
  }),
  createDoorKit: endpoint({
    method: 'POST',
    path,
    title: 'Create a door kit',
    access: may('Event.Manage'),
    changes: ['doorKit'],
    body: NewDoorKit,
    answersOnce: true,
    output: z.object({ DoorKit, Secret: z.string() }),
  }),
  revokeDoorKit: endpoint({
    method: 'DELETE',
    path: `${path}/{doorKitId}`,
    title: 'Revoke a door kit',
    access: may('Event.Manage'),
    changes: ['doorKit'],
    output: DoorKit,
  }),
}
