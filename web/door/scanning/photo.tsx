import { useEffect, useState } from 'react'
import type { Desk } from '#door/desk/desk.ts'

type Props = { desk: Desk; photoId: string; name: string }

/** The photo of somebody, once it is here. It is kept nowhere. */
export default function Photo({ desk, photoId, name }: Props) {
  const [source, setSource] = useState<string | null>(null)
  useEffect(() => showPhoto(desk, photoId, setSource), [desk, photoId])
  return source === null ? null : <img className="photo" src={source} alt={name} />
}

/** Says where a photo is to be shown from, until the function that it returns is called. */
export function showPhoto(
  { fetchPhoto }: Pick<Desk, 'fetchPhoto'>,
  photoId: string,
  show: (source: string) => void,
): () => void {
  let made: string | null = null
  let isLeft = false
  void fetchPhoto(photoId).then((answer) => {
    if (isLeft || !answer.ok) return
    made = URL.createObjectURL(answer.data)
    show(made)
  })
  return () => {
    isLeft = true
    if (made !== null) URL.revokeObjectURL(made)
  }
}
