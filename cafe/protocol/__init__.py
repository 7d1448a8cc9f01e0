"""The JSON forms of actions, states, views and events: one schema for engine, server and browser."""
