import { languageName } from "@timbre/contract/language.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { SearchInput } from "@timbre/ui/primitives/forms/search-input.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import type { VoiceFilterValue } from "../model/picker-sections.ts";

const anyLanguage = "any";

type VoiceFilterProps = { voices: Voice[]; value: VoiceFilterValue; onChange: (value: VoiceFilterValue) => void };

export function VoiceFilter({ voices, value, onChange }: VoiceFilterProps) {
	const languages = [...new Set(voices.map((voice) => voice.language))]
		.map((code) => ({ value: code, label: languageName(code) }))
		.sort((a, b) => a.label.localeCompare(b.label));
	return (
		<div className="flex gap-2">
			<SearchInput
				label="Search voices"
				className="flex-1"
				value={value.search}
				onChange={(event) => onChange({ ...value, search: event.target.value })}
			/>
			<Select
				label="Language"
				className="w-40 max-sm:w-38"
				value={value.language || anyLanguage}
				options={[{ value: anyLanguage, label: "All languages" }, ...languages]}
				onChange={(language) => onChange({ ...value, language: language === anyLanguage ? "" : language })}
			/>
		</div>
	);
}
