import type { ConsentScope } from "@timbre/contract/voice-making/cloning.ts";
import { Checkbox } from "@timbre/ui/primitives/forms/checkbox.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";

/** `workspace` is how the reader calls the workspace. */
const scopeLabels = (workspace: string): Record<ConsentScope, string> => ({
	workspace: `Everyone in ${workspace} can use my voice`,
	share: "It can be shared by link",
	library: "It can be published in the voice library",
});

const scopeSummaries: Record<ConsentScope, string> = {
	workspace: "in the workspace",
	share: "through shared links",
	library: "in the library",
};

/** "in the workspace, in the library" */
export const summarizeScope = (scope: readonly ConsentScope[]): string =>
	scope.map((one) => scopeSummaries[one]).join(", ");

const durations = [
	{ value: "0", label: "Until I revoke it" },
	{ value: "30", label: "For 30 days" },
	{ value: "365", label: "For a year" },
];

type ConsentTermsProps = {
	/** The uses to choose from. Use in the workspace is always part of the consent. */
	options: readonly ConsentScope[];
	workspace: string;
	scope: readonly ConsentScope[];
	onScope: (scope: ConsentScope[]) => void;
	/** Days as text; "0" for no end. */
	days: string;
	onDays: (days: string) => void;
};

/** What a speaker agrees to, and for how long. */
export function ConsentTerms({ options, workspace, scope, onScope, days, onDays }: ConsentTermsProps) {
	const labels = scopeLabels(workspace);
	return (
		<>
			<fieldset className="flex flex-col gap-2.5">
				<legend className="mb-2 font-medium text-[13px]">I am the person in the recordings and I agree:</legend>
				{options.map((one) => (
					<Checkbox
						key={one}
						label={labels[one]}
						checked={scope.includes(one)}
						disabled={one === "workspace"}
						onChange={(on) => onScope(on ? [...scope, one] : scope.filter((other) => other !== one))}
					/>
				))}
			</fieldset>
			<Field label="Duration" className="max-w-60">
				{({ id }) => <Select id={id} value={days} options={durations} onChange={onDays} />}
			</Field>
		</>
	);
}
