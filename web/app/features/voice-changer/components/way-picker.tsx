import type { Model } from "@timbre/contract/models/endpoints.ts";
import { cn } from "@timbre/ui/cn.ts";

type WayPickerProps = { models: readonly Model[]; value: Model; onChange: (model: Model) => void };

/** The ways to change a voice, each with what it keeps and what it loses. */
export function WayPicker({ models, value, onChange }: WayPickerProps) {
	return (
		<fieldset className="flex flex-col gap-2">
			<legend className="mb-2 font-medium text-[13px]">Model</legend>
			{models.map((model) => {
				const chosen = model.model_id === value.model_id;
				return (
					<label
						key={model.model_id}
						className={cn(
							"flex cursor-pointer gap-3 rounded-control border bg-raised p-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2",
							chosen ? "border-ink" : "border-control hover:border-ink",
						)}
					>
						<input
							type="radio"
							name="conversion-model"
							className="mt-1 accent-ink"
							checked={chosen}
							aria-describedby={`about-${model.model_id}`}
							onChange={() => onChange(model)}
						/>
						<span className="min-w-0">
							<span className="block font-medium">{model.name}</span>
							<span id={`about-${model.model_id}`} className="block text-[13px] text-muted">
								{model.description}
							</span>
						</span>
					</label>
				);
			})}
		</fieldset>
	);
}
