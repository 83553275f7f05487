import { isSameLanguage, languageName } from "@timbre/contract/language.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Languages, X } from "lucide-react";
import { useMemo, useState } from "react";
import { useDebouncedValue } from "../../../lib/forms/use-debounced-value.ts";
import { detectLanguage } from "../../../lib/text/detect-language.ts";
import { speaksLanguage } from "../model/voice-and-model.ts";

type LanguageHintProps = {
	text: string;
	voice: Voice;
	voices: readonly Voice[];
	onVoiceChange: (voice: Voice) => void;
	/** The start of the hint, for example "This text looks". */
	subject?: string;
};

/** Says that the text is in another language than the voice, and offers a voice that speaks it. */
export function LanguageHint({ text, voice, voices, onVoiceChange, subject }: LanguageHintProps) {
	const settled = useDebouncedValue(text, 400);
	const language = useMemo(() => detectLanguage(settled), [settled]);
	const [dismissed, setDismissed] = useState("");
	if (language === null || language === dismissed || speaksLanguage(voice, language)) return null;
	// Voices are listed best first.
	const better = voices.find((one) => isSameLanguage(one.language, language));
	const name = languageName(language);
	return (
		<div
			role="status"
			className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-sunken px-4 py-2 text-[13px] md:px-8 lg:px-12"
		>
			<Languages aria-hidden="true" className="size-4 shrink-0 text-muted" />
			<p className="min-w-0 flex-1">
				{subject ?? "This text looks"} like {name}, but {voice.name} speaks {languageName(voice.language)}.
				{better ? "" : ` This server has no voice for ${name}.`}
			</p>
			<div className="ml-auto flex items-center gap-1">
				{better ? (
					<Button size="small" onClick={() => onVoiceChange(better)}>
						Use {better.name} ({languageName(better.language)})
					</Button>
				) : null}
				<IconButton label="Dismiss the language hint" size="small" onClick={() => setDismissed(language)}>
					<X aria-hidden="true" />
				</IconButton>
			</div>
		</div>
	);
}
