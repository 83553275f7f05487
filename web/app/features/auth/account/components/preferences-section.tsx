import { languageName } from "@timbre/contract/language.ts";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { useId } from "react";
import { showError } from "../../../../lib/page/toaster.ts";
import { useUpdateMetadata } from "../account.queries.ts";
import { SettingsSection } from "./settings-section.tsx";

const languages = [
	"ar",
	"cs",
	"de",
	"en",
	"es",
	"fr",
	"hi",
	"it",
	"ja",
	"ko",
	"nl",
	"pl",
	"pt",
	"ru",
	"sv",
	"tr",
	"uk",
	"zh",
];
/** A select can't have an empty value. */
const notSet = "unsaid";

/** Language and product update preferences. */
export function PreferencesSection({ language, news }: { language: string | null; news: boolean }) {
	const newsId = useId();
	const change = useUpdateMetadata();
	// Optimistic: shows the new value while it is being saved.
	const pending = change.isPending ? change.variables : {};
	const shown = (pending.language === undefined ? language : pending.language) ?? notSet;
	const known = shown === notSet || languages.includes(shown) ? languages : [...languages, shown];
	const save = (preferences: Parameters<typeof change.mutate>[0]) =>
		change.mutate(preferences, { onError: (error) => showError("Couldn't save your preferences", error) });
	return (
		<SettingsSection title="Language and updates">
			<div className="flex flex-col gap-6">
				<Field
					label="Your language"
					hint="Saved with your account. Pages and emails are currently in English only."
					className="max-w-sm"
				>
					{(control) => (
						<Select
							id={control.id}
							value={shown}
							options={[
								{ value: notSet, label: "Not set" },
								...known.map((code) => ({ value: code, label: languageName(code) })),
							]}
							onChange={(value) => save({ language: value === notSet ? null : value })}
						/>
					)}
				</Field>
				<div className="flex items-center justify-between gap-6">
					<div>
						<Label htmlFor={newsId}>Product update emails</Label>
						<p className="mt-0.5 text-[13px] text-muted">Occasional, and only about this product.</p>
					</div>
					<Switch
						id={newsId}
						checked={pending.agrees_to_product_updates ?? news}
						onCheckedChange={(agrees_to_product_updates) => save({ agrees_to_product_updates })}
					/>
				</div>
			</div>
		</SettingsSection>
	);
}
