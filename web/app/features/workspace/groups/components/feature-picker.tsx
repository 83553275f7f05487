import { type Feature, features } from "@timbre/contract/permissions.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { useId } from "react";
import { featureGroups, featureLabel } from "../model/feature-labels.ts";

type FeaturePickerProps = {
	value: ReadonlySet<Feature>;
	/** Features all members have: listed, but not editable here. */
	everyone?: ReadonlySet<Feature>;
	onChange: (value: ReadonlySet<Feature>) => void;
};

/** Features with descriptions, as switches. */
export function FeaturePicker({ value, everyone, onChange }: FeaturePickerProps) {
	const set = (feature: Feature, on: boolean) =>
		onChange(new Set(features.filter((one) => (one === feature ? on : value.has(one)))));
	const groups = featureGroups
		.map((group) => ({ ...group, features: group.features.filter(({ feature }) => !everyone?.has(feature)) }))
		.filter((group) => group.features.length > 0);
	return (
		<div className="flex flex-col gap-6">
			{groups.map((group) => (
				<fieldset key={group.title}>
					<legend className="mb-1 font-medium text-[13px] text-muted">{group.title}</legend>
					<ul className="divide-y divide-line">
						{group.features.map(({ feature, label, text, planned }) => (
							<li key={feature}>
								<FeatureSwitch
									label={label}
									text={text}
									planned={planned}
									checked={value.has(feature)}
									onChange={(on) => set(feature, on)}
								/>
							</li>
						))}
					</ul>
				</fieldset>
			))}
			{everyone && everyone.size > 0 ? (
				<p className="text-[13px] text-muted">
					All members already have: {[...everyone].map(featureLabel).join(", ")}.
				</p>
			) : null}
		</div>
	);
}

type FeatureSwitchProps = {
	label: string;
	text: string;
	planned: true | undefined;
	checked: boolean;
	onChange: (on: boolean) => void;
};

function FeatureSwitch({ label, text, planned, checked, onChange }: FeatureSwitchProps) {
	const id = useId();
	return (
		<div className="flex items-start justify-between gap-4 py-2.5">
			<div className="min-w-0">
				<span className="flex flex-wrap items-center gap-x-2">
					<label htmlFor={id} className="font-medium">
						{label}
					</label>
					{planned ? <Badge>Planned</Badge> : null}
				</span>
				<p id={`${id}-text`} className="text-[13px] text-muted">
					{text}
				</p>
			</div>
			<Switch id={id} aria-describedby={`${id}-text`} className="mt-0.5" checked={checked} onCheckedChange={onChange} />
		</div>
	);
}
