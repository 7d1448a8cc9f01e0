/** Names of the house's own players, and names to suggest to who comes in. */
const BOTS = ['Greta', 'Otto', 'Nino', 'Vera', 'Theo']
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
  'Rosa',
  'Sofia',
  'Tom',
  'Ugo',
  'Vita',
  'Yannis',
]

export const botName = (seat: number): string => BOTS[seat % BOTS.length] ?? 'Greta'
export const suggestedName = (random = Math.random()): string =>
  MORNINGS[Math.floor(random * MORNINGS.length)] ?? 'Anna'
