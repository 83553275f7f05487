import { Select } from "../../primitives/forms/select.tsx";
import type { AudioEngine } from "./audio-engine.ts";
import type { PlayerItem } from "./player-item.ts";

type PreviewLanguageProps = { engine: AudioEngine; item: PlayerItem; name?: (code: string) => string };

/** Selects the language of a voice's preview. */
export function PreviewLanguage({ engine, item, name = (code) => code }: PreviewLanguageProps) {
	const previews = item.player.languagePreviewUrls;
	return (
		<Select
			label="Preview language"
			value={item.player.language ?? previews[0]?.language ?? ""}
			options={previews.map(({ language }) => ({ value: language, label: name(language) }))}
			onChange={engine.chooseLanguage}
			className="h-8 w-auto max-w-40 text-[13px]"
		/>
	);
}
