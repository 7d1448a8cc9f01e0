/** The English of lessons and rules: it comes with their pages, so that a first visit need not wait for it. */
import { en } from './en'

export const lessons = {
  'learn.step': 'Lesson {number} of {count}',
  'learn.next': 'Next',
  'learn.finish': 'Done',
  'learn.again': 'That was allowed, but not what this lesson is about.',
  'learn.end': 'You know the café',
  'learn.end.words': 'That is all you need. The café tells you the rest as you go.',
  'learn.more': '{game}: learn it too',
  'learn.company.title': 'Good company',
  'learn.company.words':
    'An American, the first guest of the day, sits alone at an American table. Choose the American lady from your hand, tap a lit chair beside him, and send the turn.',
  'learn.company.done':
    'Two of the table’s own nation: 4 points. Of mixed nations they would bring 2. In a turn you seat one or two guests; then you draw until you hold five again.',
  'learn.between.title': 'Between two tables',
  'learn.between.words':
    'A chair between two tables counts at both. Seat the American gentleman where he scores twice.',
  'learn.between.done': 'Six at one table, where all are American, and two at the other.',
  'learn.pair.title': 'A table for two',
  'learn.pair.words':
    'At an empty table nobody may stay alone, except the very first guest in the café. Seat a guest at an empty table: the next one must join them there, and be of the other sex.',
  'learn.pair.done':
    'The first guest brings nothing, the second one scores. Without a partner in your hand you cannot open a table. Only whoever begins may seat a single guest, for no points, while the café is empty.',
  'learn.full.title': 'A full table of one nation',
  'learn.full.words':
    'Three guests from Central Africa sit at their table. Complete it: two ladies and two gentlemen.',
  'learn.full.done':
    'Eight points. But from now on you draw one guest fewer. The star beside your name stands for this table: tap it whenever you wonder.',
  'learn.bar.title': 'The bar',
  'learn.bar.words':
    'No chair suits anybody in your hand. Choose a guest and send them to the bar. The first five places pay, the later ones cost.',
  'learn.bar.done': 'The bar helps when no chair fits. Keep an eye on what the next place pays.',
  'learn.joker.title': 'Jokers',
  'learn.joker.words':
    'A joker may sit on any chair that is legal for it and stands for the nation of one of the tables there. Seat yours at the table of Central Africa.',
  'learn.joker.done': 'It counts as the nation you chose, at every table of its chair.',
  'learn.swap.title': 'Taking a joker',
  'learn.swap.words':
    'A joker is standing in for Central Africa. Your gentleman from Central Africa can take its chair, and the joker is yours.',
  'learn.swap.done':
    'No points for that, but a joker in hand. Use it before the end: it costs 10 if you still hold it.',
  'learn.card.three.title': 'Three guests a turn',
  'learn.card.three.words':
    'In the card game you seat up to three guests. Inner chairs count at three tables. Find at least 12 points with your Russian and your Italians.',
  'learn.card.three.done': 'Well seated. The best possible was 23 points.',
  'learn.card.pair.title': 'A table for two',
  'learn.card.pair.words':
    'The café is empty, and nobody may stay alone. Seat the Russian gentleman at the Russian table, then the Russian lady beside him.',
  'learn.card.pair.done':
    'The first one brings nothing, the second one scores. Beside somebody alone, only the other sex may sit; without such a partner in your hand you cannot open a table.',
  'learn.card.draw.title': 'Drawing a card',
  'learn.card.draw.words': 'Nobody in your hand belongs to these tables. Draw a card: that is a whole turn.',
  'learn.card.draw.done': 'With twelve cards in hand you lay one face down instead.',
  'learn.card.clear.title': 'A full table is cleared',
  'learn.card.clear.words': 'Three Russians sit at the Russian table. Seat the Russian lady as the fourth.',
  'learn.card.clear.done': 'The table and its guests leave, and a new table comes.',
  'learn.mix.title': 'Ladies and gentlemen',
  'learn.mix.words':
    'A gentleman and two ladies sit at an American table. A third lady may not join them: if you like, choose her and tap the free chair to see why. Seat the gentleman.',
  'learn.mix.done':
    'Two and two: at every table they stay in balance. Beside somebody alone, only the other sex may sit.',
  'learn.party.title': 'Parties, if you like',
  'learn.party.words':
    'With this house rule a table may be all ladies or all gentlemen, seated at once. Tap the sign at the table of Central Africa, then fill its chairs.',
  'learn.party.done': '40 points, as all four are of the table’s nation. Otherwise it is 20.',
  'learn.last.title': 'The end',
  'learn.last.words':
    'One place is left at the bar. Taking it ends the game; so does taking the last chair, an empty hand that draws no more, or a bag with only three guests left. You lead: send a guest to the bar, though it costs 30.',
  'learn.last.done':
    'The game is over. Every guest left in a hand costs 5, a joker 10. Whoever has the most points wins.',
  'learn.late.title': 'Playing for the end',
  'learn.late.words':
    'Only the American lady fits, and the last chair at her table is hers: no one else holds an American lady. The bar still pays 5; after that it costs more and more. Keep her, and send another guest to the bar now.',
  'learn.late.done':
    '5 points, and her chair still waits. Later, when the others pay for every guest at the bar, you seat her for 8. The hourglass at the top shows what ends the game and what the bar will cost. Whoever cannot pay is out.',
  'learn.card.hide.title': 'A full hand',
  'learn.card.hide.words':
    'Nobody fits, and with twelve cards you cannot draw. Choose a card and lay it face down.',
  'learn.card.hide.done': 'It is out of the way, but at the end it costs 2, like each card in hand.',
  'learn.card.close.title': 'Closing the café',
  'learn.card.close.words':
    'This is your last card. Seat the Russian lady, and with an empty hand you may close the café.',
  'learn.card.close.done': 'The game ends at once. If you go on instead, you draw again on your next turn.',
  'learn.skip': 'Skip',
  'learn.back': 'Back',
  'rules.unknown': 'There is no page with the rules of this game yet.',
  'rules.aim.title': 'What it is about',
  'rules.aim.words':
    'Guests from twelve nations come to the café. Seat them well, and each one scores for the company at the table. Whoever has the most points wins.',
  'rules.turn.title': 'A turn',
  'rules.turn.words':
    'Do exactly one of these: seat one or two guests, send one guest to the bar, or take a joker from its chair. Then draw up to five.',
  'rules.card.turn.title': 'A turn',
  'rules.card.turn.words':
    'Do exactly one of these: seat one to three guests, or draw a card. With twelve cards in hand, lay one face down instead of drawing. Hands are hidden.',
  'rules.nation.title': 'Nation',
  'rules.nation.words':
    'A guest may sit where at least one of the chair’s tables is of the guest’s own nation.',
  'rules.mix.title': 'Ladies and gentlemen',
  'rules.mix.words':
    'At each of the chair’s tables they stay in balance: one alone, one and one, one and two, or two and two. Never two of one sex alone, never three.',
  'rules.alone.title': 'Nobody alone',
  'rules.alone.words':
    'A guest only sits down in company: somebody else must be sitting at one of the chair’s tables.',
  'rules.points.title': 'Points',
  'rules.points.words':
    'For each guest, at each of the chair’s tables: two guests there bring 2, three bring 3, four bring 4. If all are of the table’s own nation, twice as much: 4, 6, 8.',
  'rules.between.title': 'Chairs between tables',
  'rules.between.words': 'A guest between two tables scores at both, and must fit at both.',
  'rules.card.between.title': 'Inner chairs',
  'rules.card.between.words':
    'The four inner chairs belong to three tables each. A guest scores at each of them where somebody sits, and must fit at all three.',
  'rules.pair.title': 'A table for two',
  'rules.pair.words':
    'A guest may open an empty table if the next guest of the same turn joins there. The first brings nothing, the second scores.',
  'rules.bar.title': 'The bar',
  'rules.bar.words':
    'A guest takes the next free place. The first five pay 1 to 5, the later ones cost more and more. Anyone who cannot pay is out of the game. Jokers do not go to the bar.',
  'rules.joker.title': 'Jokers',
  'rules.joker.words':
    'A joker may take any chair and stands for the nation of one of the tables there. A guest of such a nation and the same sex may take its place later: the joker goes to that player’s hand, for no points, and that is the whole turn.',
  'rules.draw.title': 'Drawing',
  'rules.draw.words':
    'After seating or the bar you fill your hand up to five, less one for every full table of one nation that you completed.',
  'rules.end.title': 'The end',
  'rules.end.words':
    'The game ends when the last chair or the last bar place is taken, a hand is empty, or the bag is down to three. Each guest left in hand costs 5, each joker 10.',
  'rules.opening.title': 'The first guest',
  'rules.opening.words':
    'While the café is still empty, whoever begins the game may seat a single guest, for no points.',
  'rules.classic.opening.title': 'When nobody scores',
  'rules.classic.opening.words':
    'If no guest of yours can score at any table, you may seat one for no points. That ends the turn.',
  'rules.classic.points.words':
    'For each guest, at each of the chair’s tables: two guests there bring 2, three bring 3, four bring 4. Only a full table of its own nation counts double: 8.',
  'rules.classic.bar.words':
    'A guest takes the next free place. The first five pay 1 to 5, the later ones cost more and more. Anyone who cannot pay loses only the guest. Jokers do not go to the bar.',
  'rules.classic.joker.words':
    'A joker may take any chair and counts as the right nation at every table there. A guest of one of these nations and the same sex may take its place later: the joker goes to that player’s hand, for no points, and that is the whole turn.',
  'rules.classic.end.words':
    'The game ends when the last chair or the last bar place is taken, a hand is empty, or the bag is down to four. Each guest left in hand costs 5, each joker 10.',
  'rules.nation.caption': 'A German: here, but not at Italy’s table alone.',
  'rules.mix.caption': 'No third lady here; a gentleman may come.',
  'rules.alone.caption': 'A Turkish guest would sit alone here.',
  'rules.points.caption': 'The third of three from India: 6.',
  'rules.classic.points.caption': 'Three from India: 3. A fourth would bring 8.',
  'rules.between.caption': '4 at one table, 2 at the other.',
  'rules.classic.between.caption': '2 at each of the two tables.',
  'rules.card.between.caption': '6 and 2; nobody sits at the third table.',
  'rules.pair.caption': 'The first one waits for a partner.',
  'rules.joker.caption': 'The joker stands for India: a gentleman from there may take its chair.',
  'rules.card.clear.caption': 'Full: this table goes, with its four guests.',
  'rules.party.caption': 'Four ladies from India: 40.',
  'rules.card.clear.title': 'Clearing tables',
  'rules.card.clear.words':
    'When a guest fills a table, its four guests and the table leave the game after scoring, and a new table is dealt. If you may still seat guests, your turn goes on.',
  'rules.card.end.title': 'The end',
  'rules.card.end.words':
    'The game ends when there are too few tables to deal, the last guest card is drawn, or a player with an empty hand closes the café. Each card in hand or face down costs 2.',
  'rules.party.title': 'Parties, if you like',
  'rules.party.words':
    'Use the turn to fill a table with ladies only, or gentlemen only. It brings 20 points, or 40 if all are of the table’s nation. Other tables count as usual.',
} as const
Object.assign(en, lessons)
