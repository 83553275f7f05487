// Words by which a text tells who speaks. All languages together: a text rarely has a foreign word that misleads.

const list = (text: string) => text.trim().split(/\s+/);

/** Verbs that stand beside direct speech, in the forms that stories use. */
const verbs = list(`
	said says say asked asks replied replies answered answers cried cries shouted shouts whispered whispers murmured
	murmurs muttered mutters exclaimed exclaims added adds continued continues called calls yelled yells screamed screams
	remarked remarks observed observes returned repeated repeats began begins snapped snaps growled growls sighed sighs
	laughed laughs told tells demanded demands inquired enquired insisted insists agreed agrees admitted admits announced
	announces begged begs breathed declared declares explained explains groaned groans hissed hisses interrupted
	interrupts mumbled mumbles pleaded pleads protested protests promised promises warned warns suggested suggests
	wondered wonders commanded ordered offered responded responds roared sobbed stammered thought thundered urged
	wailed grunted chuckled giggled grumbled joked lied objected persisted pressed purred quipped recited retorted
	shrieked sneered teased ventured volunteered whimpered whined confessed concluded corrected conceded countered
	sagte sagten sagt fragte fragt antwortete rief flüsterte meinte erwiderte murmelte schrie fuhr entgegnete erklärte
	dit demanda répondit s'écria murmura ajouta reprit cria chuchota fit répliqua déclara
	dijo preguntó respondió contestó gritó exclamó murmuró añadió susurró replicó
	disse chiese rispose esclamò mormorò gridò aggiunse sussurrò
	perguntou respondeu exclamou murmurou acrescentou gritou
	zei vroeg antwoordde riep fluisterde mompelde
	powiedział powiedziała zapytał zapytała odparł odparła rzekł rzekła odpowiedział odpowiedziała szepnął szepnęła
	сказал сказала спросил спросила ответил ответила крикнул крикнула прошептал прошептала воскликнул воскликнула
`);

export type Gender = "female" | "male";
/** Pronouns that stand for one person. "I" is the narrator of a story in the first person. */
const pronouns: Readonly<Record<string, Gender | "narrator">> = {
	he: "male",
	she: "female",
	i: "narrator",
	er: "male",
	sie: "female",
	ich: "narrator",
	il: "male",
	elle: "female",
	je: "narrator",
	él: "male",
	ella: "female",
	yo: "narrator",
	lui: "male",
	lei: "female",
	io: "narrator",
	ele: "male",
	ela: "female",
	hij: "male",
	zij: "female",
	ze: "female",
	ik: "narrator",
	он: "male",
	она: "female",
	я: "narrator",
};

/** Words that show the gender of the person in the same sentence. */
const genderWords: Readonly<Record<string, Gender>> = {
	he: "male",
	him: "male",
	his: "male",
	himself: "male",
	she: "female",
	her: "female",
	hers: "female",
	herself: "female",
};

const titles: Readonly<Record<string, Gender | undefined>> = {
	mr: "male",
	mister: "male",
	sir: "male",
	lord: "male",
	uncle: "male",
	father: "male",
	brother: "male",
	king: "male",
	prince: "male",
	mrs: "female",
	ms: "female",
	miss: "female",
	lady: "female",
	madam: "female",
	aunt: "female",
	mother: "female",
	sister: "female",
	queen: "female",
	princess: "female",
	dr: undefined,
	doctor: undefined,
	professor: undefined,
	captain: undefined,
	colonel: undefined,
	major: undefined,
	sergeant: undefined,
	inspector: undefined,
	judge: undefined,
	herr: "male",
	frau: "female",
	monsieur: "male",
	madame: "female",
	mademoiselle: "female",
	señor: "male",
	señora: "female",
	don: "male",
	doña: "female",
	signor: "male",
	signora: "female",
};

/** What a person is called who has no name: "the old keeper", "her mother". */
const roles: Readonly<Record<string, Gender | undefined>> = {
	man: "male",
	boy: "male",
	father: "male",
	brother: "male",
	son: "male",
	husband: "male",
	uncle: "male",
	grandfather: "male",
	king: "male",
	prince: "male",
	waiter: "male",
	gentleman: "male",
	fisherman: "male",
	policeman: "male",
	priest: "male",
	woman: "female",
	girl: "female",
	mother: "female",
	sister: "female",
	daughter: "female",
	wife: "female",
	aunt: "female",
	grandmother: "female",
	queen: "female",
	princess: "female",
	waitress: "female",
	lady: "female",
	widow: "female",
	nurse: undefined,
	doctor: undefined,
	captain: undefined,
	keeper: undefined,
	teacher: undefined,
	child: undefined,
	stranger: undefined,
	driver: undefined,
	guard: undefined,
	officer: undefined,
	sailor: undefined,
	soldier: undefined,
	judge: undefined,
	clerk: undefined,
	cook: undefined,
	baker: undefined,
	miller: undefined,
	farmer: undefined,
	servant: undefined,
	master: undefined,
	inspector: undefined,
	detective: undefined,
	professor: undefined,
	voice: undefined,
};

const genericRoles = new Set(["man", "woman", "boy", "girl", "lady", "gentleman", "child"]);

/** Words that are capitalized without being a name. */
const noNames = list(`
	I A An The This That These Those He She It We You They His Her Its Our Your Their My Mine Who What When Where Why How
	And But Or Nor So Yet For If Then Than As At By In On Of To Up Down From With Without After Before Because Although
	Though While Until Since Now Here There Yes No Not Never Always Once One Two Three First Last Next All Some Any Every
	Each Both Neither Either Nothing Something Everything Nobody Somebody Everyone Perhaps Maybe Suddenly Finally Only Just
	Even Still Again Oh Ah Well Please Thank Thanks Good Dear God Lord Heaven Chapter Part Book Monday Tuesday Wednesday
	Thursday Friday Saturday Sunday January February March April May June July August September October November December
	Der Die Das Ein Eine Und Aber Er Sie Es Wir Ihr Ich Le La Les Un Une Et Mais Il Elle Je El Los Las Y Pero Él Ella
`);

const lower = (words: readonly string[]) => new Set(words.map((word) => word.toLowerCase()));
const verbSet = lower(verbs);
const noNameSet = lower(noNames);

export const isSpeechVerb = (word: string): boolean => verbSet.has(word.toLowerCase());
export const pronounOf = (word: string): Gender | "narrator" | undefined =>
	Object.hasOwn(pronouns, word.toLowerCase()) ? pronouns[word.toLowerCase()] : undefined;
export const genderWord = (word: string): Gender | undefined =>
	Object.hasOwn(genderWords, word.toLowerCase()) ? genderWords[word.toLowerCase()] : undefined;
export const isTitle = (word: string): boolean => Object.hasOwn(titles, word.toLowerCase().replace(/\.$/, ""));
export const titleGender = (word: string): Gender | undefined =>
	isTitle(word) ? titles[word.toLowerCase().replace(/\.$/, "")] : undefined;
export const isRole = (word: string): boolean => Object.hasOwn(roles, word.toLowerCase());
/** "The old man" may be anybody who was named before; "the keeper" is somebody else. */
export const isGenericRole = (word: string): boolean => genericRoles.has(word.toLowerCase());
export const roleGender = (word: string): Gender | undefined => (isRole(word) ? roles[word.toLowerCase()] : undefined);
/** A word that may be part of a name. */
export const isNameWord = (word: string): boolean =>
	/^\p{Lu}[\p{L}’'-]*$/u.test(word) && !noNameSet.has(word.toLowerCase()) && !isSpeechVerb(word);
