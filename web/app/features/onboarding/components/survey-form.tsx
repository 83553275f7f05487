import type { User } from "@timbre/contract/account/user.ts";
import type { SurveyBody, SurveyRole } from "@timbre/contract/onboarding/endpoints.ts";
import { surveyRoles, surveySources } from "@timbre/contract/onboarding/rules.ts";
import { surveyBody } from "@timbre/contract/onboarding/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { type FormEvent, useState } from "react";
import { ChoiceGroup } from "./choice-group.tsx";

type SurveyFormProps = {
	user: User;
	busy: boolean;
	error: string | undefined;
	onSubmit: (answers: SurveyBody) => void;
};

const roleLabels = Object.fromEntries(Object.entries(surveyRoles).map(([role, { label }]) => [role, label])) as Record<
	SurveyRole,
	string
>;

/** Three short, optional questions. */
export function SurveyForm({ user, busy, error, onSubmit }: SurveyFormProps) {
	const before = user.onboarding_survey;
	const [firstName, setFirstName] = useState(user.first_name ?? "");
	const [role, setRole] = useState(validOption(surveyRoles, before?.role));
	const [subrole, setSubrole] = useState<string | null>(before?.subrole ?? null);
	const [source, setSource] = useState(validOption(surveySources, before?.source));
	const subroles: Readonly<Record<string, string>> = role ? surveyRoles[role].subroles : {};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		onSubmit(
			surveyBody.parse({
				first_name: firstName,
				role: role ?? undefined,
				subrole: subrole ?? undefined,
				source: source ?? undefined,
				timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
			}),
		);
	};
	return (
		<form onSubmit={submit} className="flex flex-col gap-7">
			<Field label="What should we call you?" className="max-w-xs">
				{(control) => (
					<Input
						{...control}
						autoComplete="given-name"
						maxLength={80}
						value={firstName}
						onChange={(event) => setFirstName(event.target.value)}
					/>
				)}
			</Field>
			<ChoiceGroup
				legend="What brings you here?"
				options={roleLabels}
				value={role}
				onChange={(next) => {
					setRole(next);
					setSubrole(null);
				}}
			/>
			{Object.keys(subroles).length > 0 ? (
				<div className="-mt-3 border-line border-l-2 pl-4">
					<ChoiceGroup legend="Tell us more" options={subroles} value={subrole} onChange={setSubrole} small />
				</div>
			) : null}
			<ChoiceGroup
				legend="How did you hear about Timbre?"
				options={surveySources}
				value={source}
				onChange={setSource}
			/>
			{error ? (
				<p role="alert" className="text-danger">
					{error}
				</p>
			) : null}
			<Button type="submit" variant="primary" size="large" className="self-start" busy={busy}>
				Continue
			</Button>
		</form>
	);
}

function validOption<Table extends object>(table: Table, value: string | null | undefined): keyof Table | null {
	return value && Object.hasOwn(table, value) ? (value as keyof Table) : null;
}
