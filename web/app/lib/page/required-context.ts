import { type Context, createContext, useContext } from "react";

/** A context without a default; using it outside its provider throws. */
export function createRequiredContext<T>(name: string): [context: Context<T | null>, use: () => T] {
	const context = createContext<T | null>(null);
	context.displayName = name;
	const use = () => {
		const value = useContext(context);
		if (value === null) throw new Error(`${name} is used outside of its provider.`);
		return value;
	};
	return [context, use];
}
