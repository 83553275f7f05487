import type { Model } from "@timbre/contract/models/endpoints.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Popover, PopoverContent, PopoverTrigger } from "@timbre/ui/primitives/overlays/popover.tsx";
import { Check, ChevronsUpDown } from "lucide-react";
import { useState } from "react";

type TierLabels = { quality: string; speed: string };

const tierLabels: Record<Model["quality_tier"], TierLabels> = {
	quality: { quality: "Most natural", speed: "Starts within about two seconds" },
	fast: { quality: "Natural", speed: "Fastest natural model" },
	basic: { quality: "Clear but robotic", speed: "Starts immediately" },
	remote: { quality: "Depends on the server", speed: "Depends on the network" },
	fake: { quality: "Test tone, not speech", speed: "Starts immediately" },
};

/** "English, Spanish, French and 5 more" */
export function languageSummary(model: Pick<Model, "languages">, shown = 3): string {
	const names = [...new Set(model.languages.map((language) => language.name))];
	const rest = names.length - shown;
	if (rest <= 1) return names.join(", ");
	return `${names.slice(0, shown).join(", ")} and ${rest} more`;
}

type ModelPickerProps = { models: Model[]; value: Model; onChange: (model: Model) => void };

/** Lists each model with its quality, speed, languages and price. */
export function ModelPicker({ models, value, onChange }: ModelPickerProps) {
	const [open, setOpen] = useState(false);
	return (
		<Popover open={open} onOpenChange={setOpen}>
			<PopoverTrigger className="flex w-full min-w-0 items-center gap-3 rounded-control border border-control bg-raised p-2.5 text-left transition-colors hover:border-ink">
				<span className="min-w-0 flex-1">
					<span className="sr-only">Change model: </span>
					<span className="block truncate font-medium" title={value.name}>
						{value.name}
					</span>
					<span className="block truncate text-[13px] text-muted">
						{tierLabels[value.quality_tier].quality} · {languageSummary(value, 2)}
					</span>
				</span>
				<ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
			</PopoverTrigger>
			<PopoverContent
				align="end"
				aria-label="Choose a model"
				className="max-h-[min(30rem,70dvh)] w-96 overflow-y-auto p-1.5"
			>
				<ul>
					{models.map((model) => (
						<li key={model.model_id}>
							<Choice
								model={model}
								chosen={model.model_id === value.model_id}
								onChoose={() => {
									onChange(model);
									setOpen(false);
								}}
							/>
						</li>
					))}
				</ul>
			</PopoverContent>
		</Popover>
	);
}

function Choice({ model, chosen, onChoose }: { model: Model; chosen: boolean; onChoose: () => void }) {
	const labels = tierLabels[model.quality_tier];
	const cost = model.model_rates.character_cost_multiplier;
	return (
		<button
			type="button"
			aria-pressed={chosen}
			onClick={onChoose}
			className={cn(
				"flex w-full flex-col gap-1 rounded-control px-3 py-2.5 text-left transition-colors hover:bg-hover",
				chosen && "bg-sunken",
			)}
		>
			<span className="flex items-center justify-between gap-2 font-medium">
				{model.name}
				{chosen ? <Check aria-hidden="true" className="size-4" /> : null}
			</span>
			<span className="text-[13px] text-muted">{model.description}</span>
			<span className="mt-0.5 grid grid-cols-[4.5rem_1fr] gap-x-2 text-[13px]">
				<span className="text-muted">Quality</span>
				<span>{labels.quality}</span>
				<span className="text-muted">Speed</span>
				<span>{labels.speed}</span>
				<span className="text-muted">Languages</span>
				<span>{languageSummary(model, 6)}</span>
				<span className="text-muted">Price</span>
				<span>{cost === 1 ? "1 credit per character" : `${cost} credits per character`}</span>
			</span>
		</button>
	);
}
