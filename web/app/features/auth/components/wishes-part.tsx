import { Field } from "@timbre/ui/primitives/field.tsx";
import { Label } from "@timbre/ui/primitives/label.tsx";
import { Select } from "@timbre/ui/primitives/select.tsx";
import { Switch } from "@timbre/ui/primitives/switch.tsx";
import { useId } from "react";
import { languageName } from "../../../lib/format.ts";
import { showError } from "../../../lib/toaster.ts";
import { useMetadataChange } from "../auth.account.queries.ts";
import { Part } from "./part.tsx";

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
/** Not the empty text, which a select cannot hold. */
const unsaid = "unsaid";

/** What somebody would like; nothing depends on it. */
export function WishesPart({ language, news }: { language: string | null; news: boolean }) {
	const newsId = useId();
	const change = useMetadataChange();
	// Shown as chosen at once, and as it was where the server refuses.
	const wanted = change.isPending ? change.variables : {};
	const shown = (wanted.language === undefined ? language : wanted.language) ?? unsaid;
	const known = shown === unsaid || languages.includes(shown) ? languages : [...languages, shown];
	const save = (wish: Parameters<typeof change.mutate>[0]) =>
		change.mutate(wish, { onError: (error) => showError("Not saved", error) });
	return (
		<Part title="Language and news">
			<div className="flex flex-col gap-6">
				<Field
					label="Your language"
					hint="Kept with your account. Pages and mails are in English today."
					className="max-w-sm"
				>
					{(control) => (
						<Select
							id={control.id}
							value={shown}
							options={[
								{ value: unsaid, label: "Not said" },
								...known.map((code) => ({ value: code, label: languageName(code) })),
							]}
							onChange={(value) => save({ language: value === unsaid ? null : value })}
						/>
					)}
				</Field>
				<div className="flex items-center justify-between gap-6">
					<div>
						<Label htmlFor={newsId}>Mails about what is new</Label>
						<p className="mt-0.5 text-[13px] text-muted">Seldom, and never about anything but this product.</p>
					</div>
					<Switch
						id={newsId}
						checked={wanted.agrees_to_product_updates ?? news}
						onCheckedChange={(agrees_to_product_updates) => save({ agrees_to_product_updates })}
					/>
				</div>
			</div>
		</Part>
	);
}
