// Audio tags: directions in square brackets, such as [laughs] or [whispers], which no engine here can perform.
// Invariant: only brackets whose every word is in the vocabulary are tags; all other brackets are text.

/** What a tag asks for. One of these words makes brackets a tag. */
const directions = new Set(
	(
		"laugh laughs laughing laughter chuckle chuckles chuckling giggle giggles giggling snicker snickers cackles " +
		"sigh sighs sighing gasp gasps gasping groan groans groaning moans grunts yawns sniff sniffs sniffles sobs sobbing cry cries " +
		"crying weeps coughs coughing sneezes snorts gulps swallows breathes exhale exhales exhaling inhale inhales inhaling wheezes " +
		"wheezing hums humming whistles sings singing whisper whispers whispering whispered mutters muttering mumbles mumbling murmurs " +
		"shout shouts shouting yells yelling screams screaming stammers stammering stutters hesitates hesitating pause pauses " +
		"angry angrily annoyed anxious anxiously appalled awe bored calm calmly cautious cautiously cheerful cheerfully confident confused " +
		"curious curiously deadpan delighted desperate determined disappointed dramatic dramatically embarrassed empathetic excited " +
		"excitedly flustered frustrated gentle gently happy happily hopeful impatient indecisive mischievous mischievously nervous " +
		"nervously panicked playful playfully professional proud quizzically reassuring reassuringly regretful resigned rushed sad sadly " +
		"sarcastic sarcastically scared serious seriously sheepishly sorrowful surprised suspicious sympathetic thoughtful timidly " +
		"tired warmly wistful alarmed questioning conversational interrupting overlapping " +
		"applause clapping claps explosion gunshot gunshots thunder fart woo"
	).split(" "),
);
/** Words that only modify a direction. */
const modifiers = new Set(
	(
		"a an and then with in of the his her their very more much slightly softly quietly loudly sharply deeply harder heavily " +
		"slowly quickly nervously short long brief deep soft quiet loud small big under breath throat clears clearing starts start " +
		"begins stops continues tone voice start suddenly out down slows speaks speaking"
	).split(" "),
);
/** Directions of several words whose words alone mean nothing. */
const phrases =
	/^(?:(?:strong|thick|heavy|slight|light) )?[a-z]+ accent$|^(?:clears|clearing) (?:(?:his|her|their) )?throat$|^jumping in$|^slows down$|^rapid-fire$|^drawn out$/;

/** Not followed by "(": that is a link in Markdown. */
const bracketed = /\[([A-Za-z][A-Za-z',\s-]{1,50})\](?!\()/g;

export type AudioTag = { start: number; end: number; text: string };

export type WithoutAudioTags = {
	text: string;
	/** The removed tags, with offsets in the source. */
	tags: AudioTag[];
	/** Maps an offset of `text` to the source. */
	offsets: (at: number) => number;
};

export function isAudioTag(content: string): boolean {
	const direction = content.trim().toLowerCase();
	if (phrases.test(direction)) return true;
	const words = direction.split(/[\s,-]+/).filter(Boolean);
	return (
		words.every((word) => directions.has(word) || modifiers.has(word)) && words.some((word) => directions.has(word))
	);
}

/** Removes audio tags together with the space that separates them from the text. */
export function stripAudioTags(source: string): WithoutAudioTags {
	const tags: AudioTag[] = [];
	const pieces: { at: number; from: number }[] = [{ at: 0, from: 0 }];
	let text = "";
	let from = 0;
	for (const match of source.matchAll(bracketed)) {
		if (!isAudioTag(match[1] ?? "")) continue;
		const start = match.index;
		let end = start + match[0].length;
		tags.push({ start, end, text: match[0] });
		text += source.slice(from, start);
		if (text === "" || /\s$/.test(text)) while (/[^\S\n]/.test(source.charAt(end))) end++;
		if (end === source.length || /[,.;:!?…]/.test(source.charAt(end))) text = text.replace(/[^\S\n]$/, "");
		from = end;
		pieces.push({ at: text.length, from });
	}
	text += source.slice(from);
	if (tags.length === 0) return { text: source, tags, offsets: (at) => at };
	return {
		text,
		tags,
		offsets: (at) => {
			const piece = pieces.findLast((one) => one.at <= at) ?? { at: 0, from: 0 };
			return piece.from + (at - piece.at);
		},
	};
}

/** Where a tag starts that is not complete yet, or undefined. Text that is still being written may end inside a tag. */
export function unfinishedTagStart(text: string): number | undefined {
	const match = /\[[A-Za-z',\s-]{0,51}$/.exec(text.slice(-53));
	return match ? Math.max(0, text.length - 53) + match.index : undefined;
}
