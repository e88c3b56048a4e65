import { atTheDoor, endpoint, file } from '#contract/endpoint.ts'
import { eventPath } from '#contract/events/events.ts'

export const doorPhotosApi = {
  getDoorPhoto: endpoint({
    method: 'GET',
    path: `${eventPath}/door/photos/{photoId}`,
    title: 'The photo of a member who was scanned',
    access: atTheDoor,
    // A picture never changes: another one has another id.
    shows: [],
    output: file,
  }),
}
