/**
 * Rules that apply unless the operator removes them: content that is harmful in someone else's voice. Kept short on
 * purpose, because every rule has false positives. English only; operators add lists for other languages.
 */
export const builtInRules = `
threat: i|we will|shall ... kill|murder|shoot|stab|strangle|rape|behead you
threat: i|we will|shall kill|murder|shoot|stab|strangle|rape|behead him|her|them|everyone|everybody
threat: i am going|coming to ... kill|murder|shoot|stab|strangle|rape|behead you|him|her|them|everyone|everybody
threat: we are going|coming to ... kill|murder|shoot|stab|strangle|rape|behead you|him|her|them|everyone|everybody
threat: you will|shall|must die tonight|today|tomorrow|soon|screaming
threat: i|we have|placed|planted|hid|hidden ... bomb|explosives in|at|under|near
threat: there is a bomb in|at|under|near ... school|station|airport|building|church|mosque|synagogue|hospital|train|plane
threat: i|we know where you|your live|sleep|children|family|kids|daughter|son
threat: or i|we will|shall hurt|harm|kill you|him|her|them|your

self-harm: kill|hang|drown yourself|yourselves
self-harm: you should|must|could ... end your life
self-harm: world|everyone|everybody would|will be better off without you
self-harm: everyone|everybody is better off without you
self-harm: how|ways to kill|hang|poison oneself|myself
self-harm: how|ways to end your|my|ones own life

hate: kill|murder|exterminate|eradicate|gas|lynch|deport all|every ... jews|muslims|christians|blacks|whites|asians|arabs|gays|lesbians|gypsies|immigrants|refugees|women
hate: jews|muslims|christians|blacks|whites|asians|arabs|gays|lesbians|gypsies|immigrants|refugees|women are ... vermin|cockroaches|subhuman*|parasites|filth|scum
hate: gas the jews
hate: heil hitler
hate: hitler was right
hate: holocaust was|is a hoax|lie|myth

sexual: porn|porno|pornograph*|blowjob*|handjob*|cumshot*|gangbang*|deepthroat*|masturbat*
sexual: fuck|fucking|fucks me|her|him harder|deep|deeper|hard
sexual: suck|lick|ride|stroke my|your|his|her cock|dick|pussy|tits|balls
sexual: i am ... naked for you
sexual: naked|nude|nudes|sexy ... child|children|toddler*|schoolgirl*|schoolboy*|minors
sexual: child|children|toddler*|schoolgirl*|schoolboy*|underage ... naked|nude|nudes|sexy

fraud: tell|give|read|send|text me|us the|your|that code|pin|password|passcode|cvv
fraud: tell|give|read|send|text me|us the|your|that ... digit|security|verification|access|sms|card|account code|number|password|pin
fraud: confirm|provide|verify your ... card|account|routing|iban|security number
fraud: your ... account|card|computer ... blocked|suspended|frozen|hacked|compromised|infected ... call|press|confirm|verify|pay|transfer|click
fraud: transfer|wire|send|move ... money|funds|savings|bitcoin ... safe|secure account|wallet
fraud: pay|paid ... with|in|by gift cards
fraud: gift card|cards ... tell|read|send ... code|codes|numbers
fraud: i|he|she am|is|was|have|had ... jail|accident|arrested|kidnapped|custody ... need*|send|pay ... money|bail|cash
fraud: do not tell anyone|anybody|mum|mom|dad|grandpa|grandma|your ... money|transfer|cash|bail
fraud: this is ... irs|police|bank|microsoft ... arrest|warrant|refund
fraud: guaranteed ... return|returns|profit|profits ... crypto*|bitcoin|invest*
`;
