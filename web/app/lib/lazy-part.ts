import { type ComponentType, createElement, lazy } from "react";
import { showError } from "./toaster.ts";

const Nothing = () => createElement("span", { hidden: true });

/** A part of a page whose code is fetched when it is first shown. Where that fails, a toast says so and the page goes on without it. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
	return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
		try {
			return { default: await load() };
		} catch (error) {
			showError("A part of the page could not be loaded", error);
			return { default: Nothing };
		}
	});
}
