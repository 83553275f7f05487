import { useMutation, useQuery } from "@tanstack/react-query";
import { languageName } from "@timbre/contract/language.ts";
import { voiceMakingPaths } from "@timbre/contract/voice-making/paths.ts";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { VoiceOrb } from "@timbre/ui/audio/voice-orb.tsx";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { FormError } from "@timbre/ui/primitives/forms/form-error.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Select } from "@timbre/ui/primitives/forms/select.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { ArrowRight } from "lucide-react";
import { Controller, useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { z } from "zod";
import { call } from "../../../../lib/api/api.ts";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { zodForm } from "../../../../lib/forms/zod-form.ts";
import { professionalPath, voicesQuery } from "../../../voices/voices.public.ts";
import { useVoicesChanged } from "../../../voices/voices.refresh.public.ts";

/** Lists the user's professional voices and starts a new one. */
export function ProfessionalStart() {
	const { data: voices = [] } = useQuery(voicesQuery);
	const own = voices.filter((voice) => voice.category === "professional" && voice.is_owner);
	return (
		<>
			{own.length > 0 ? (
				<Card className="mb-8">
					<h2 className="border-line border-b px-4 py-2.5 font-medium">Your professional voices</h2>
					<ul>
						{own.map((voice) => (
							<VoiceLine key={voice.voice_id} voice={voice} />
						))}
					</ul>
				</Card>
			) : null}
			<h2 className="mb-4 font-semibold text-[15px]">Create a professional voice</h2>
			<NewVoice languages={languagesOf(voices)} />
		</>
	);
}

/** The languages in which voices can be blended. */
function languagesOf(voices: readonly Voice[]): string[] {
	const known = voices.filter((voice) => voice.labels.tier === "quality" || voice.labels.tier === "fake");
	const languages = new Set((known.length > 0 ? known : voices).map((voice) => voice.language));
	return [...languages].sort((a, b) => languageName(a).localeCompare(languageName(b)));
}

const states: Record<string, string> = {
	not_started: "Draft",
	queued: "Queued",
	fine_tuning: "Processing",
	fine_tuned: "Ready",
	failed: "Failed",
	delayed: "Delayed",
};

function VoiceLine({ voice }: { voice: Voice }) {
	const state = Object.values(voice.fine_tuning?.state ?? {})[0] ?? "not_started";
	return (
		<li className="border-line border-b last:border-b-0">
			<Link
				to={`${professionalPath}?voice=${voice.voice_id}`}
				className="flex items-center gap-3 px-4 py-2.5 transition-colors hover:bg-hover"
			>
				<VoiceOrb voiceId={voice.voice_id} size={32} />
				<span className="min-w-0 flex-1 truncate">{voice.name}</span>
				<Badge
					tone={state === "fine_tuned" ? "positive" : state === "failed" ? "danger" : "neutral"}
					className="shrink-0"
				>
					{states[state] ?? state}
				</Badge>
				<ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
			</Link>
		</li>
	);
}

const voiceForm = z.object({
	name: z.string().trim().min(1, "Give the voice a name."),
	language: z.string(),
	description: z.string().trim(),
});

function NewVoice({ languages }: { languages: string[] }) {
	const navigate = useNavigate();
	const changed = useVoicesChanged();
	const { register, control, handleSubmit, formState } = useForm({
		resolver: zodForm(voiceForm),
		defaultValues: { name: "", language: "", description: "" },
	});
	const defaultLanguage = languages.includes("en-US") ? "en-US" : (languages[0] ?? "en");
	const creating = useMutation({
		mutationFn: ({ name, language, description }: z.output<typeof voiceForm>) =>
			call(voiceMakingPaths.createProfessionalVoice, {
				body: { name, language: language || defaultLanguage, description: description || null },
			}),
		onSuccess: async ({ voice_id }) => {
			void changed();
			await navigate(`${professionalPath}?voice=${voice_id}`);
		},
	});
	const submit = handleSubmit((voice) => creating.mutate(voice));
	return (
		<form onSubmit={submit} noValidate className="flex max-w-xl flex-col gap-5">
			<Field label="Name" error={formState.errors.name?.message}>
				{(ids) => <Input {...ids} maxLength={100} {...register("name")} />}
			</Field>
			<Controller
				name="language"
				control={control}
				render={({ field }) => (
					<Field label="Language of the recordings">
						{({ id }) => (
							<Select
								id={id}
								value={field.value || defaultLanguage}
								options={(languages.length > 0 ? languages : [defaultLanguage]).map((code) => ({
									value: code,
									label: languageName(code),
								}))}
								onChange={field.onChange}
							/>
						)}
					</Field>
				)}
			/>
			<Field label="Description (optional)">
				{(ids) => <Textarea {...ids} maxLength={500} className="min-h-16" {...register("description")} />}
			</Field>
			{creating.isError ? <FormError>{messageOf(creating.error)}</FormError> : null}
			<Button type="submit" variant="primary" className="self-start" busy={creating.isPending}>
				Continue
			</Button>
		</form>
	);
}
