/** Names to suggest to newcomers: none of the house's own people. */
const MORNINGS = [
  'Amélie',
  'Bela',
  'Carla',
  'Dimitri',
  'Edith',
  'Felix',
  'Gioia',
  'Hugo',
  'Ioanna',
  'Jacques',
  'Klara',
  'Luca',
  'Maja',
  'Nikos',
  'Olivia',
  'Paul',
  'Rita',
  'Sofia',
  'Tom',
  'Ugo',
  'Vita',
  'Yannis',
]

/** A name that nobody of those has. */
export function suggestedName(taken: readonly (string | null)[] = []): string {
  const free = MORNINGS.filter((name) => !taken.includes(name))
  return free[Math.floor(Math.random() * free.length)] ?? 'Anna'
}
