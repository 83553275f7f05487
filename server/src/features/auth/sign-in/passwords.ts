// Detects weak passwords by pattern instead of a list: a common word with a few digits, a keyboard walk, digits only,
// repetition, or the user's own name or email address.

const commonWords = new Set(
	(
		"password passwort passw0rd pass secret geheim letmein welcome willkommen hello hallo admin administrator root login user guest test " +
		"default changeme master access qwerty qwertz azerty asdfgh zxcvbn dragon monkey football baseball basketball soccer hockey " +
		"superman batman spiderman pokemon starwars iloveyou loveyou lovely sunshine princess flower shadow freedom whatever trustno " +
		"michael jennifer jordan thomas charlie daniel jessica ashley matthew andrew joshua robert anthony nicole amanda michelle " +
		"computer internet samsung google facebook twitter instagram linkedin apple windows microsoft minecraft fortnite " +
		"killer pepper ginger cookie banana orange summer winter spring autumn january february march april june july august september " +
		"october november december monday tuesday wednesday thursday friday saturday sunday london berlin paris america canada " +
		"mustang ferrari porsche mercedes yamaha harley corvette maverick phoenix tigger buster hunter ranger thunder tiger eagle falcon " +
		"liverpool arsenal chelsea barcelona realmadrid juventus abc abcd abcdef abcdefg abcdefgh qazwsx qweasd qweasdzxc zaqwsx " +
		"timbre voice voices speech audio elevenlabs"
	).split(" "),
);

const keyboardRows = [
	"qwertyuiop",
	"qwertzuiop",
	"azertyuiop",
	"asdfghjkl",
	"zxcvbnm",
	"yxcvbnm",
	"1234567890",
	"0123456789",
	"abcdefghijklmnopqrstuvwxyz",
];
const keyboardPatterns = [
	"1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
	"qazwsxedcrfvtgbyhnujmikolp",
	"1q2w3e4r5t6y7u8i9o0p",
	"q1w2e3r4t5y6u7i8o9p0",
	"zaq1xsw2cde3vfr4",
];

const leet: Record<string, string> = {
	"@": "a",
	"4": "a",
	"3": "e",
	"1": "i",
	"!": "i",
	"0": "o",
	$: "s",
	"5": "s",
	"7": "t",
};

/** Returns the message to show if the password is too weak, otherwise undefined. */
export function passwordWeakness(password: string, user: { email?: string; name?: string } = {}): string | undefined {
	const plain = password.toLowerCase().replaceAll(/\s+/g, "");
	if (isRepeated(plain) || isKeyboardWalk(plain) || isDigits(plain) || isKnownWord(plain))
		return "This password is too common. Try three unrelated words instead.";
	if (isPersonal(plain, user))
		return "This password is based on your name or email address. Choose one that people who know you can't guess.";
	return undefined;
}

/** Repetition of a short piece: "aaaaaaaa", "abcabcabc". */
function isRepeated(plain: string): boolean {
	if (new Set(plain).size <= 2) return true;
	for (let length = 1; length <= Math.min(4, plain.length / 2); length++) {
		const piece = plain.slice(0, length);
		if (piece.repeat(Math.ceil(plain.length / length)).slice(0, plain.length) === plain) return true;
	}
	return false;
}

/** A run along one row of keys in either direction, possibly twice, ignoring a few characters at the end. */
function isKeyboardWalk(plain: string): boolean {
	const trimmed = plain.replace(/[^a-z0-9]+$/, "");
	const halves = [trimmed, trimmed.replace(/[^a-z]+$/, "")].flatMap((core) => {
		const half = core.slice(0, core.length / 2);
		return half.repeat(2) === core ? [core, half] : [core];
	});
	return [...keyboardRows, ...keyboardPatterns].some((row) => {
		const back = [...row].reverse().join("");
		return halves.some((part) => part.length >= 4 && (row.includes(part) || back.includes(part)));
	});
}

/** Digits only: a date or phone number, and all combinations can be tried within a day. */
function isDigits(plain: string): boolean {
	return /^[\d.\-/]{1,12}$/.test(plain);
}

function isKnownWord(plain: string): boolean {
	return [plain, unleet(plain)].some((text) => {
		const core = text.replace(/^[^a-z]{0,4}/, "").replace(/[^a-z]{0,6}$/, "");
		return (
			commonWords.has(core) ||
			(core.length % 2 === 0 &&
				commonWords.has(core.slice(0, core.length / 2)) &&
				core.slice(0, core.length / 2).repeat(2) === core)
		);
	});
}

/** Replaces leet characters with letters, except at the end: "p@ssw0rd1" becomes "password1", not "passwordi". */
function unleet(plain: string): string {
	const [, front = "", end = ""] = /^(.*?)([\d!$@]*)$/.exec(plain) ?? [];
	return [...front].map((character) => leet[character] ?? character).join("") + end;
}

function isPersonal(plain: string, { email = "", name = "" }: { email?: string; name?: string }): boolean {
	const [local = "", domain = ""] = email.toLowerCase().split("@");
	const own = [
		local,
		email.toLowerCase(),
		domain,
		domain.split(".")[0] ?? "",
		name.toLowerCase().replaceAll(/\s+/g, ""),
	];
	const core = plain.replace(/^[^a-z]{0,4}/, "").replace(/[^a-z]{0,6}$/, "");
	return own.some((part) => part.length >= 4 && (plain === part || core === part));
}

/** The account that development creates, with a public password. */
export const demoEmail = "demo@example.com";
