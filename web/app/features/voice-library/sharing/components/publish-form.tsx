import { useQuery } from "@tanstack/react-query";
import {
	defaultVoiceRate,
	libraryAges,
	libraryGenders,
	libraryUseCases,
	maxVoiceRate,
	rateMultiplier,
} from "@timbre/contract/voice-library/rules.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { DetailList } from "@timbre/ui/primitives/detail-list.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Slider } from "@timbre/ui/primitives/forms/slider.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { type FormEvent, useId, useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { confirm } from "../../../../lib/forms/confirm.ts";
import { toaster } from "../../../../lib/page/toaster.ts";
import { AgreementNotice } from "../../../privacy/privacy.agreement-notice.public.tsx";
import { formatLabel } from "../../../voices/voices.format.public.ts";
import {
	claimWarnings,
	initialValues,
	labelsOf,
	type PublishValues,
	publishBody,
	publishQuestion,
	type VoiceShare,
} from "../model/publish-values.ts";
import { recentGenerationsQuery, usePublish } from "../sharing.queries.ts";

type PublishFormProps = { voice: Voice; share: VoiceShare; published: boolean };

const none = "none";
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
const choices = (values: readonly string[]) => [
	{ value: none, label: "Not specified" },
	...values.map((value) => ({ value, label: capital(formatLabel(value)) })),
];
const notices = [
	{ value: "0", label: "None" },
	{ value: "30", label: "30 days" },
	{ value: "90", label: "90 days" },
	{ value: "180", label: "180 days" },
	{ value: "365", label: "1 year" },
	{ value: "730", label: "2 years" },
];
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", minimumFractionDigits: 2 });

/** Library listing and terms of a voice. */
export function PublishForm({ voice, share, published }: PublishFormProps) {
	const [values, setValues] = useState<PublishValues>(() => initialValues(voice, share.library));
	const set = (change: Partial<PublishValues>) => setValues((before) => ({ ...before, ...change }));
	const { data: history = [] } = useQuery(recentGenerationsQuery(voice.voice_id));
	const publishing = usePublish(voice.voice_id);
	const labels = labelsOf(values);
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (!published) {
			const { confirmed } = await confirm({
				title: `Publish ${voice.name}?`,
				description: publishQuestion(share),
				action: "Publish voice",
				tone: "primary",
			});
			if (!confirmed) return;
		}
		publishing.mutate(publishBody(values), {
			onSuccess: () => toaster.show({ tone: "positive", title: published ? "Saved" : "Published in the library" }),
		});
	};
	const times = rateMultiplier(values.rate);
	const price = `${dollars.format(values.rate)} per 1,000 credits`;
	return (
		<form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
			<PublicTexts voice={voice} share={share} />
			<fieldset className="grid gap-4 sm:grid-cols-2">
				<legend className="mb-3 font-medium">How people find it</legend>
				{(
					[
						["gender", "Gender", libraryGenders],
						["age", "Age", libraryAges],
						["use_case", "Use case", libraryUseCases],
					] as const
				).map(([name, label, options]) => (
					<Field key={name} label={label}>
						{({ id }) => (
							<Select
								id={id}
								value={labels[name] ?? none}
								options={choices(options)}
								onChange={(value) => set({ [name]: value === none ? "" : value })}
							/>
						)}
					</Field>
				))}
				<Field label="Accent" hint={share.measured_labels ? "Set by the voice's pronunciation." : undefined}>
					{(control) => (
						<Input
							{...control}
							readOnly={share.measured_labels !== null}
							value={values.accent}
							maxLength={60}
							onChange={(event) => set({ accent: event.target.value })}
						/>
					)}
				</Field>
				<Field label="Style" hint="One word, such as calm, warm or crisp.">
					{(control) => (
						<Input
							{...control}
							value={values.descriptive}
							maxLength={60}
							onChange={(event) => set({ descriptive: event.target.value })}
						/>
					)}
				</Field>
				<Field label="Preview">
					{({ id }) => (
						<Select
							id={id}
							value={values.previewItemId || none}
							options={[
								{ value: none, label: "Current preview" },
								...history.map((item) => ({
									value: item.history_item_id,
									label: (item.text ?? "").slice(0, 60) || "Untitled",
								})),
							]}
							onChange={(value) => set({ previewItemId: value === none ? "" : value })}
						/>
					)}
				</Field>
			</fieldset>
			<fieldset className="flex flex-col gap-4">
				<legend className="mb-3 font-medium">Terms</legend>
				<div>
					<div className="flex justify-between gap-3">
						<Label>Rate</Label>
						<span className="text-[13px] text-muted tabular">{price}</span>
					</div>
					<Slider
						label="Rate"
						value={values.rate}
						min={defaultVoiceRate}
						max={maxVoiceRate}
						step={0.01}
						valueText={price}
						onChange={(rate) => set({ rate: Math.round(rate * 100) / 100 })}
						className="mt-1.5"
					/>
					<p className="text-[13px] text-muted">
						{times === 1 ? "Users pay the standard credits." : `Users pay ${times} times the standard credits.`}{" "}
						Earnings are tracked, but payouts aren't available yet.
					</p>
				</div>
				<Field label="Notice period" hint="How long others can keep using the voice after you remove it.">
					{({ id }) => (
						<Select
							id={id}
							value={String(values.noticeDays)}
							options={notices}
							onChange={(days) => set({ noticeDays: Number(days) })}
						/>
					)}
				</Field>
				<Choice
					label="Live moderation"
					checked={values.liveModeration}
					onChange={(liveModeration) => set({ liveModeration })}
				>
					Text from other users is checked before generation. Threats, encouragement of self-harm, hate, sexual content
					and fraud attempts are rejected.
				</Choice>
				<Choice label="Free plans" checked={values.freeUsers} onChange={(freeUsers) => set({ freeUsers })}>
					Workspaces on the free plan can use it.
				</Choice>
				<Choice label="Remixing" checked={values.remixing} onChange={(remixing) => set({ remixing })}>
					Others can create new voices from it.
				</Choice>
				<Choice label="Reader app" checked={values.reader} onChange={(reader) => set({ reader })}>
					Offer it in the reader app once the app is available.
				</Choice>
			</fieldset>
			<AgreementNotice term="licensing" />
			{publishing.isError ? <FormError>{messageOf(publishing.error)}</FormError> : null}
			<Button type="submit" variant="primary" className="self-start" busy={publishing.isPending}>
				{published ? "Save" : "Publish voice"}
			</Button>
		</form>
	);
}

/** The description beside what was measured, so that a wrong statement is seen before it is public. */
function PublicTexts({ voice, share }: { voice: Voice; share: VoiceShare }) {
	const measured = Object.entries(share.measured_labels ?? {});
	const warnings = claimWarnings(share);
	if (!voice.description && measured.length === 0) return null;
	return (
		<section aria-label="Public description" className="flex flex-col gap-3 rounded-control border border-line p-4">
			<DetailList
				details={[
					["Description", voice.description || null],
					[
						"Measured",
						measured.map(([name, value]) => `${formatLabel(value)} ${formatLabel(name)}`).join(", ") || null,
					],
				]}
			/>
			{warnings.length > 0 ? (
				<div className="text-[13px] text-warning">
					<p className="font-medium">The description doesn't match the voice. Edit it before you publish.</p>
					<ul className="mt-1 list-disc pl-5">
						{warnings.map((warning) => (
							<li key={warning}>{warning}</li>
						))}
					</ul>
				</div>
			) : null}
		</section>
	);
}

type ChoiceProps = { label: string; checked: boolean; onChange: (on: boolean) => void; children: string };

function Choice({ label, checked, onChange, children }: ChoiceProps) {
	const id = useId();
	return (
		<div className="flex items-start justify-between gap-4">
			<div>
				<Label htmlFor={id}>{label}</Label>
				<p id={`${id}-hint`} className="text-[13px] text-muted">
					{children}
				</p>
			</div>
			<Switch id={id} aria-describedby={`${id}-hint`} checked={checked} onCheckedChange={onChange} className="mt-0.5" />
		</div>
	);
}
